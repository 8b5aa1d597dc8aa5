" Vim shows the program in the buffer as the file $EXPECTED says. Prints what differs, and exits with
" code 1 if anything does.
let s:wrong = []

" The groups of the first character behind the `<` of a text.
function! s:GroupsAt(marked) abort
  let l:before = matchstr(a:marked, '^.\{-}\ze<')
  let l:text = l:before . substitute(a:marked[len(l:before) + 1:], '>', '', '')
  call cursor(1, 1)
  let [l:line, l:column] = searchpos('\V\C' . escape(l:text, '\'), 'c')
  if l:line == 0
    call add(s:wrong, a:marked . ': the program has no such text')
    return []
  endif
  return map(synstack(l:line, l:column + len(l:before)), 'synIDattr(v:val, "name")')
endfunction

for s:row in filter(readfile($EXPECTED), 'v:val !~# "^#"')
  let [s:text, s:wanted, s:face] = split(s:row, ' | ')
  let s:shown = get(s:GroupsAt(s:text), -1, 'none')
  let s:group = substitute(s:wanted, '^not ', '', '')
  if (s:shown ==# s:group) == (s:wanted =~# '^not ')
    call add(s:wrong, s:text . ': shown as ' . s:shown . ', expected: ' . s:wanted)
  endif
endfor

if &filetype !=# 'loop' || &commentstring !=# '// %s'
  call add(s:wrong, 'the file type is `' . &filetype . '`, and comments are `' . &commentstring . '`')
endif
if !empty(v:errmsg) | call add(s:wrong, v:errmsg) | endif
echo join(s:wrong, "\n")
if empty(s:wrong) | quitall! | else | cquit | endif
