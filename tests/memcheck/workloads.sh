# Calls `workload NAME ARGUMENT...` for every workload, with small parameters, and with all values of those that select how
# data are moved.
workload fingerprint --size 20 --iterations 2
for matrix in dense sparse; do workload cg --size 36 --iterations 2 --set matrix=$matrix; done
workload mmm_s --size 17
workload mmm_a --size 17
workload red_black --size 17 --iterations 2
for move in zero me alter pairs; do workload fft --size 64 --set move=$move; done
workload pingpong --set most=4096 --set batches=1
for version in sequential basic async rma; do
    workload apexmap --set M=8208 --set L=1,16 --set I=20 --set N=3 --set warmup=1 --set version=$version
done
for edges in rows cells; do workload clue --size 17 --iterations 2 --set edges=$edges --set neighbours=scattered; done
for method in put rows alltoallv rma; do
    workload bspbench --set n=8 --set h1=9 --set passes=2 --set batches=1 --set seconds=0.00001 --set levels=false --set method=$method
done
workload bspprobe --set dot=70 --set mat=5 --set words=64 --set seconds=0.0001
