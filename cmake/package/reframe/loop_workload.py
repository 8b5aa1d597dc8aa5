"""ReFrame tests of LOOP workloads (docs/continuous.md).

    reframe -C SETTINGS.py -c loop_workload.py -r
    reframe -C SETTINGS.py -c loop_workload.py -r -S loop_fingerprint.ranks=64 -S loop_fingerprint.machine=hosts

LOOP builds the workload; ReFrame's launcher or scheduler starts it; LOOP judges what the ranks left. A run that is not
VALID fails. To test a program of your own, derive a class from LoopWorkload.
"""
import json
import os

import reframe as rfm
import reframe.utility.sanity as sn


class LoopWorkload(rfm.RunOnlyRegressionTest):
    """One launch of a workload. Performance: the time of the slowest rank."""

    workload = variable(str)  #: a `.loop` file or the name of a predefined workload
    machine = variable(str, value="local")  #: the profile whose compiler builds it
    ranks = variable(int, value=2)
    arguments = variable(list, value=[])  #: such as ["--size", "100", "--set", "bytes=64k"]
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    executable = "./program"

    @run_after("init")
    def name_commands(self):
        self.prerun_cmds = [f"loop build {self.workload} --machine {self.machine} -o program"]
        self.postrun_cmds = ["loop report records --format text"]

    @run_before("run")
    def set_job(self):
        self.num_tasks = self.ranks
        self.executable_opts = ["--records", "records", "--quiet", *self.arguments]

    @sanity_function
    def is_valid(self):
        return sn.assert_found(r"^VALID", self.stdout, "the run is not VALID; the sheet in its output says why")

    def record(self):
        with open(os.path.join(self.stagedir, "records", "run.json")) as file:
            return json.load(file)

    @performance_function("s")
    def seconds(self):
        return self.record()["summary"]["program"]["seconds"]["max"]


@rfm.simple_test
class loop_fingerprint(LoopWorkload):
    workload = "fingerprint"
