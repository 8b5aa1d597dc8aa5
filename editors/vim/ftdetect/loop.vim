autocmd BufRead,BufNewFile *.loop setfiletype loop
