;;; -*- lexical-binding: t -*-
;;; Emacs shows the program of the command line as the file $EXPECTED says. Prints what differs, and exits with
;;; code 1 if anything does.
(require 'loop-mode)

(defvar wrong nil)

(defun expect (text wanted)
  "Compare the face of the first character behind the `<' of TEXT with WANTED."
  (let* ((before (substring text 0 (string-match "<" text)))
         (plain (concat before (replace-regexp-in-string "\\`\\([^>]*\\)>" "\\1"
                                                         (substring text (1+ (length before)))))))
    (goto-char (point-min))
    (if (not (search-forward plain nil t))
        (push (format "%s: the program has no such text" text) wrong)
      (let* ((shown (symbol-name (get-text-property (+ (match-beginning 0) (length before)) 'face)))
             (refused (string-prefix-p "not " wanted))
             (face (string-remove-prefix "not " wanted)))
        (when (eq refused (string= shown face))
          (push (format "%s: shown as %s, expected: %s" text shown wanted) wrong))))))

(let ((case-fold-search nil))
  (find-file (pop command-line-args-left))
  (unless (eq major-mode 'loop-mode) (push (format "the mode is %s" major-mode) wrong))
  (font-lock-ensure)
  (dolist (row (with-temp-buffer
                 (insert-file-contents (getenv "EXPECTED"))
                 (split-string (buffer-string) "\n" t)))
    (unless (string-prefix-p "#" row)
      (let ((cells (split-string row " | ")))
        (expect (nth 0 cells) (nth 2 cells))))))

(dolist (line (nreverse wrong)) (princ (concat line "\n")))
(kill-emacs (if wrong 1 0))
