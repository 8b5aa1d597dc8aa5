" LOOP: comments, `:LoopFormat` by `loop fmt`, and `:make` by `loop check`.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s comments=sO:*\ -,mO:*\ \ ,exO:*/,s1:/*,mb:*,ex:*/,:///,://
setlocal cindent
setlocal makeprg=loop\ check\ --color\ never\ %:S
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m,%-G%.%#
let b:undo_ftplugin = 'setlocal commentstring< comments< cindent< makeprg< errorformat<'

" Formats the buffer; a program with mistakes stays as it is.
function! s:Format() abort
  let l:problems = tempname()
  let l:text = systemlist('loop fmt - 2>' . shellescape(l:problems), getline(1, '$') + [''])
  if v:shell_error
    echohl ErrorMsg | echomsg join(readfile(l:problems), ' ') | echohl None
  else
    let l:view = winsaveview()
    call setline(1, l:text)
    if line('$') > len(l:text) | silent execute (len(l:text) + 1) . ',$delete _' | endif
    call winrestview(l:view)
  endif
  call delete(l:problems)
endfunction
command! -buffer -bar LoopFormat call s:Format()
let b:undo_ftplugin .= ' | delcommand -buffer LoopFormat'
