/** What a client is told about the server as a whole, which hosts put before their model. */
export function instructions(project: string | undefined): string {
  return [
    ...general,
    ...(project === undefined ? [] : [`This server was started for the project ${project}.`]),
  ].join('\n');
}

const general = [
  'discuss keeps discussions between people and agents anchored, durable and moving to a decision.',
  'review_*: a person reads a document or diff in a page; open it with review_open, wait for remarks with review_wait and answer each with review_take.',
  'inline_*: threads inside a Markdown file. discussion: the ledger of questions and answers of a project.',
  'bundle_*: a record of Markdown files with one question at a time.',
  'request_user_input: one question to the user; only its status answered is an answer. Never put a question in prose.',
  'projectPath is the absolute path of the folder you work in; other paths are meant from it and stay inside it.',
  'A refusal is a result with isError and {"error":{code, message, details?, next?}}: do what next says.',
  'Resources discuss://review/…, discuss://ledger/… and discuss://bundle/… show the present state and can be subscribed to.',
];
