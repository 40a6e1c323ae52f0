const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("cardwright").get("command");
  client = new LanguageClient("cardwright", "Cardwright", { command, args: ["lsp"] }, { documentSelector: ["yaml"] });
  return client.start();
};

exports.deactivate = () => client && client.stop();
