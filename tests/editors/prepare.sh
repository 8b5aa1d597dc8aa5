# Sourced by vim.sh and emacs.sh, which set `checkout` and `scratch`: writes what they need besides program.loop.
here=$checkout/tests/editors
sed 's/\\LOOP (n) i/\\LOOP( n )i/' "$here/program.loop" >"$scratch/program.loop" # not formatted
sed 's/\\WORK/\\WORKS/; s/twice/\\u00e9/' "$here/program.loop" >"$scratch/wrong.loop"
cat >"$scratch/expected.txt" <<'.'
{ <\WORKS>(FLOPS | loopUnknown | font-lock-warning-face
int <\u00e9>(int | not loopUnknown | not font-lock-warning-face
<\PINGPONG>(MOST | loopKernel | font-lock-builtin-face
.
