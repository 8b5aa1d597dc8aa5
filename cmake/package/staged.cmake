# Run by CPack when all files of a package stand in a folder, before they are packed.
# Folders are as everywhere in /usr, whatever the umask of whoever makes the package.
execute_process(COMMAND find "${CPACK_TEMPORARY_INSTALL_DIRECTORY}" -type d -exec chmod 755 {} + COMMAND_ERROR_IS_FATAL ANY)
