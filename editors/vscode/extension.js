// Formats programs by `loop fmt`. Starts `loop lsp` for everything else, if this LOOP has it.
const { spawn } = require("child_process");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function command() {
  return vscode.workspace.getConfiguration("loop").get("command", "loop");
}

/** Runs LOOP with `text` as its input; rejects with its problems. */
function run(words, text) {
  return new Promise((resolve, reject) => {
    const child = spawn(command(), words);
    let output = "";
    let problems = "";
    child.stdout.setEncoding("utf8").on("data", (data) => (output += data));
    child.stderr.setEncoding("utf8").on("data", (data) => (problems += data));
    child.on("error", (error) =>
      reject(new Error(`${command()} does not start: ${error.message}; see the setting loop.command`)));
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(problems))));
    child.stdin.on("error", () => {}); // it ended before it had read everything; its exit code tells why
    child.stdin.end(text);
  });
}

async function format(document) {
  const text = document.getText();
  const formatted = await run(["fmt", "-"], text);
  const all = new vscode.Range(document.positionAt(0), document.positionAt(text.length));
  return formatted === text ? [] : [vscode.TextEdit.replace(all, formatted)];
}

async function hasServer() {
  try {
    return /^ +lsp /m.test(await run(["--help"], ""));
  } catch {
    return false;
  }
}

async function startServer() {
  client = new LanguageClient("loop", "LOOP", { command: command(), args: ["lsp"] },
                              { documentSelector: [{ language: "loop" }] });
  await client.start();
}

/** Formats by the server if it can, else by `loop fmt`. */
exports.activate = async (context) => {
  if (await hasServer()) await startServer();
  if (client?.initializeResult?.capabilities.documentFormattingProvider) return;
  context.subscriptions.push(
    vscode.languages.registerDocumentFormattingEditProvider("loop", { provideDocumentFormattingEdits: format }));
};

exports.deactivate = () => client?.stop();
