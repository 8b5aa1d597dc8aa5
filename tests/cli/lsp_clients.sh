# loop lsp in real clients: lsp_clients.sh LOOP neovim|emacs
. "$(dirname -- "$0")/support.sh"
cat >session.loop <<'EOF'
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 0);
    \EXCHANG(8,1 ,2);
    \LOOP( 3 ) i { use( i ); }
    \CLOSE0();
}
EOF
export HOME="$work" XDG_DATA_HOME="$work/data"
logs=.local/state/nvim/lsp.log # of Neovim, with what the server wrote to stderr
case $1 in
neovim)
    needs nvim
    timeout 100 nvim --headless --clean -c "luafile $here/lsp_neovim.lua" "$loop" session.loop 2>said || fail "Neovim: $(cat said)"
    ;;
emacs)
    needs emacs
    emacs --batch --eval '(progn (package-initialize) (require (quote eglot)))' 2>/dev/null ||
        skip "eglot is not installed (package elpa-eglot)"
    LOOP=$loop timeout 100 emacs --batch -l "$here/lsp_emacs.el" session.loop >said 2>&1 || fail "Emacs: $(cat said)"
    ;;
esac
finish
