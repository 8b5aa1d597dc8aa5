;;; A session of Emacs (eglot) with the language server; the command is in $LOOP.  -*- lexical-binding: t -*-
(package-initialize)
(require 'eglot)
(require 'cl-lib)

(define-derived-mode loop-mode c++-mode "LOOP")
(add-to-list 'auto-mode-alist '("\\.loop\\'" . loop-mode))
(add-to-list 'eglot-server-programs `(loop-mode ,(getenv "LOOP") "lsp"))
(setq eglot-sync-connect 20 eglot-send-changes-idle-time 0)

(defun check (condition text)
  (unless condition (message "FAILED: %s" text) (kill-emacs 1)))

(defun wait-for (condition)
  (let ((end (+ (float-time) 20)) value)
    (while (and (not (setq value (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.05))
    value))

(defun ask (method &rest more)
  (jsonrpc-request (eglot--current-server-or-lose) method
                   (append (eglot--TextDocumentPositionParams) more) :timeout 20))

(defun problems ()
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(find-file (car (last command-line-args)))
(setq command-line-args-left nil)
(eglot-ensure)
(apply #'eglot (eglot--guess-contact))
(check (eglot-managed-p) "the server was not started")
(check (wait-for (lambda () (flymake-start) (problems))) "no problem was told")
(check (string-match-p "there is no construct" (car (problems))) (car (problems)))

(goto-char (point-min))
(search-forward "\\EXCHANG")
(insert "E")
(eglot--signal-textDocument/didChange)
(check (wait-for (lambda () (flymake-start) (not (problems)))) "the problem does not go")

(check (string-match-p "exchanges messages" (plist-get (plist-get (ask :textDocument/hover) :contents) :value)) "hover")
(check (cl-some (lambda (item) (equal (plist-get item :label) "\\EXCHANGE"))
                (plist-get (ask :textDocument/completion) :items))
       "completion")

(search-forward ") i")
(eglot-rename "step")
(check (progn (goto-char (point-min)) (search-forward "\\LOOP( 3 ) step { use( step ); }" nil t)) "rename")
(eglot-format-buffer)
(check (progn (goto-char (point-min)) (search-forward "\\LOOP (3) step { use( step ); }" nil t)) "formatting")
(message "all holds")
(kill-emacs 0)
