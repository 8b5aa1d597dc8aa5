"""The sentences of section 6.1 of the LOOP paper, and whether times agree with them.

A sentence is a list of claims about times. A claim holds, or its opposite holds, or neither. Times that differ by less
than 1 % count as equal, as in `loop compare`. A claim about nothing but calibrated rows is no evidence."""
import dataclasses
import math

MACHINES = ["meiko", "ncube2", "paragon"]
NAMES = {"meiko": "MEIKO", "ncube2": "nCUBE", "paragon": "Paragon"}
PRODUCTS = ("mmm_s", "mmm_a")
# From the highest to the lowest communication/computation ratio, as the paper orders them
ORDER = [("fp",), ("cg",), PRODUCTS, ("red_black",)]
MIN_DIFFERENCE = 0.01  # that of report/compare/judgement.h
NEAR = 1.5  # "approximately an order of magnitude", "similar": within this factor


@dataclasses.dataclass
class Times:
    """`seconds`: (workload, ranks, machine) -> seconds. `calibrated`: (workload, ranks) that the models were fitted to.
    `bytes_per_operation`: by workload, on 16 ranks; empty if unknown."""
    seconds: dict
    calibrated: set = dataclasses.field(default_factory=set)
    bytes_per_operation: dict = dataclasses.field(default_factory=dict)

    def slowdown(self, workloads, ranks, machine, base="paragon"):
        """The geometric mean over the workloads."""
        ratios = [self.seconds[name, ranks, machine] / self.seconds[name, ranks, base] for name in workloads]
        return math.prod(ratios) ** (1 / len(ratios))

    def is_evidence(self, *rows):
        return any(row not in self.calibrated for row in rows)


@dataclasses.dataclass
class Claim:
    """`sense`: 1 holds, -1 the opposite holds, 0 neither."""
    sense: int
    is_evidence: bool = True


def greater(a, b):
    if abs(a / b - 1) < MIN_DIFFERENCE:
        return 0
    return 1 if a > b else -1


def claimed(holds):
    return 1 if holds else -1


def is_near(a, b):
    return 1 / NEAR < a / b < NEAR


def verdict(claims):
    senses = [claim.sense for claim in claims if claim.is_evidence]
    if not senses:
        return "no evidence"
    if set(senses) == {1}:
        return "agrees"
    return "reversed" if set(senses) == {-1} else "disagrees"


def judgement(claims):
    """The verdict, with how many claims hold if it is mixed; what does not agree is bold."""
    word = verdict(claims)
    if word == "disagrees":
        senses = [claim.sense for claim in claims if claim.is_evidence]
        return f"**disagrees** (holds in {senses.count(1)} of {len(senses)})" if 1 in senses else "**disagrees**"
    return f"**{word}**" if word == "reversed" else word


def numbers(values, digits):
    return ", ".join(f"{value:.{digits}f}" for value in values)


def span(values):
    least, most = f"{min(values):.2f}", f"{max(values):.2f}"
    return least if least == most else f"{least} to {most}"


def gains(times, machine):
    """Times of mmm_a over those of mmm_s."""
    return [seconds / times.seconds["mmm_s", ranks, machine]
            for (workload, ranks, on), seconds in times.seconds.items() if (workload, on) == ("mmm_a", machine)]


def nobody_gains(times):
    claims = [Claim(claimed(greater(ratio, 1) >= 0)) for machine in MACHINES for ratio in gains(times, machine)]
    return claims, ", ".join(f"{NAMES[machine]} {span(gains(times, machine))}" for machine in MACHINES)


def meiko_overhead(times):
    return [Claim(greater(ratio, 1)) for ratio in gains(times, "meiko")], numbers(gains(times, "meiko"), 2)


def order(times):
    ratios = [times.bytes_per_operation[names[0]] for names in ORDER if names[0] in times.bytes_per_operation]
    return [Claim(greater(a, b)) for a, b in zip(ratios, ratios[1:])], numbers(ratios, 2)


def expectation(times):
    is_evidence = times.is_evidence(("fp", 16))
    likeness, slowdown = times.slowdown(["fp"], 16, "meiko", "ncube2"), times.slowdown(["fp"], 16, "ncube2")
    claims = [Claim(claimed(not is_near(likeness, 1)), is_evidence), Claim(claimed(not is_near(slowdown, 10)), is_evidence)]
    return claims, numbers([likeness, slowdown], 2)


def three_and_eleven(times):
    slowdowns = [times.slowdown(["fp"], 16, machine) for machine in ("ncube2", "meiko")]
    claims = [Claim(claimed(told <= slowdown < told + 1), times.is_evidence(("fp", 16)))
              for told, slowdown in zip((3, 11), slowdowns)]
    return claims, numbers(slowdowns, 2)


def outperformed(machine):
    def sentence(times):
        claims, texts = [], []
        for ranks in (16, 32):
            slowdowns = [times.slowdown(names, ranks, machine) for names in ORDER]
            rows = [[(name, ranks) for name in names] for names in ORDER]
            claims += [Claim(greater(slowdowns[i + 1], slowdowns[i]), times.is_evidence(*rows[i], *rows[i + 1]))
                       for i in range(len(ORDER) - 1)]
            texts.append(numbers(slowdowns, 1))
        return claims, "; ".join(texts)
    return sentence


def closest(times):
    ratios = {name: times.slowdown([name], 32, "meiko", "ncube2") for names in ORDER for name in names}
    others = [name for name in ratios if name != "red_black"]
    claims = [Claim(greater(ratios[name], ratios["red_black"]), times.is_evidence((name, 32), ("red_black", 32)))
              for name in others]
    return claims, f"{ratios['red_black']:.2f}; the others {span([ratios[name] for name in others])}"


def order_of_magnitude(times):
    slowdowns = [times.slowdown(["red_black"], 32, machine) for machine in ("meiko", "ncube2")]
    return [Claim(claimed(is_near(slowdown, 10)), times.is_evidence(("red_black", 32))) for slowdown in slowdowns], \
        numbers(slowdowns, 2)


def better_at_messages(times):
    claims, texts = [], []
    for ranks in (16, 32):
        ratios = {name: times.slowdown([name], ranks, "meiko", "ncube2") for names in ORDER for name in names}
        others = [name for name in ratios if name != "fp"]
        claims += [Claim(greater(ratios["fp"], ratios[name]), times.is_evidence(("fp", ranks), (name, ranks)))
                   for name in others]
        texts.append(f"{ratios['fp']:.2f}, the others {span([ratios[name] for name in others])}")
    return claims, "; ".join(texts)


def more_processors(times):
    before, after = times.seconds["cg", 16, "meiko"], times.seconds["cg", 32, "meiko"]
    return [Claim(greater(after, before), times.is_evidence(("cg", 16), ("cg", 32)))], f"{before:.3f} s, {after:.3f} s"


# In the order of the paper: what it says, what the numbers are, and the function that decides.
SENTENCES = [
    ("no machine profits from overlapping communication", "times of mmm_a over mmm_s", nobody_gains),
    ("asynchronous communication is additional overhead on the MEIKO", "mmm_a over mmm_s on 16 and 32", meiko_overhead),
    ("the workloads are ordered from bound by communication to bound by computation",
     "bytes per operation of fp, cg, products, red_black, by `loop count -n 16`", order),
    ("one could expect the MEIKO and the nCUBE to be alike, and the Paragon to be 10 times as fast; this is not so for "
     "fp 16", "MEIKO over nCUBE; slowdown of the nCUBE", expectation),
    ("fp 16 has a slowdown of only 3 on the nCUBE, and of 11 on the MEIKO", "slowdowns", three_and_eleven),
    ("the lower the communication/computation ratio, the more the Paragon outperforms the nCUBE",
     "slowdowns of fp, cg, products, red_black on 16; on 32", outperformed("ncube2")),
    ("the same for the MEIKO", "as above", outperformed("meiko")),
    ("MEIKO and nCUBE are closest to each other in red_black 32", "MEIKO over nCUBE", closest),
    ("in red_black 32, both are about an order of magnitude slower than the Paragon", "slowdowns of MEIKO and nCUBE",
     order_of_magnitude),
    ("the nCUBE scores better in workloads bound by communication", "MEIKO over nCUBE for fp on 16; on 32",
     better_at_messages),
    ("adding processors can slow down: cg on the MEIKO", "16, 32 processors", more_processors),
]


def cell(sentence, times):
    claims, text = sentence(times)
    return judgement(claims) + (f": {text}" if text else "")


def table(printed, simulated):
    lines = ["| the paper | numbers | its times | the models |", "|---|---|---|---|"]
    for said, shown, sentence in SENTENCES:
        lines.append(f"| {said} | {shown} | {cell(sentence, printed)} | {cell(sentence, simulated)} |")
    return "\n".join(lines)
