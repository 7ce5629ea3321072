/** What the ledger calls the two ways between v1 and June. */
export type V1JuneDirection = '1to2' | '2to1';

/** The way from v1 to June. */
export const toJune: V1JuneDirection = '1to2';

/** The way from June to v1. */
export const toV1: V1JuneDirection = '2to1';

/** The rules of the ledger that belong to this edge, with what each is about. */
export const v1JuneRules = {
  capability: 'a capability that the other dialect cannot express',
  'auth-method': 'a way to authenticate that the other side cannot use',
  'no-sessions': 'an agent without sessions, which v1 does not have',
  'mcp-server': 'an MCP server that the other side cannot take',
  'unknown-outcome': 'an answer to a permission request that is neither a choice nor a cancel',
  'notification-meta': 'the _meta of an update that crossed as nothing of its own',
  'message-id': 'an id made up for a message that had none',
  'shared-message-id': 'one id used for messages of two kinds',
  'taken-message-id': 'an id of the agent that the bridge had given away already',
  'clear-without-message': 'a clear with no message to clear',
  'unannounced-tool-call': 'a tool call first seen in a permission request',
  'repeated-tool-call': 'a tool call created again with emptier values',
  'open-tool-call': 'a tool call left open when its turn ended',
  terminal: 'a terminal of the client, which June does not have',
  'client-method': 'a request for files or terminals of the client, which June does not have',
  elicitation: 'a question to the person, which June does not have',
  'tool-name': 'the name of a tool, kept in _meta',
  'mode-option': 'modes offered as a configuration option',
  'modes-superseded': 'modes beside a configuration option of the same purpose',
  'model-option': 'models offered as a configuration option',
  'models-superseded': 'models beside a configuration option of the same purpose',
  'mode-without-modes': 'a change of mode in a session that has told no modes',
  'command-type': 'a stray type on the input of a command',
  rewrite: 'text already shown that was replaced or cleared',
  'not-held': 'text that was to be held back, of an agent that takes v1 only',
  'message-meta': 'the _meta of a message with no chunk to ride on',
  'chunk-meta': 'the _meta of a chunk that crossed as part of something else',
  'message-meta-clear': 'the clearing of the _meta of a message',
  echo: 'the echo of a prompt that the client shows by itself',
  'echo-changed': 'a change to a prompt that the client shows by itself',
  placeholder: 'content of a type that v1 does not know, shown as text',
  role: 'a role in an audience that v1 does not know',
  'generic-title': 'a title made up for a tool call without one',
  'tool-default': 'a kind or status cleared to its default',
  'tool-kind': 'a kind of tool that v1 does not know',
  'tool-status': 'a status of a tool call that v1 does not know',
  'raw-clear': 'the clearing of the raw input or output of a tool call',
  'meta-clear': 'the clearing of the _meta of a tool call',
  'content-meta': 'the _meta of a piece of tool content',
  'closed-content': 'the content of a tool call from before its session was closed',
  'plans-merged': 'several plans shown as one',
  'plan-content': 'a plan in a form that the other dialect does not know',
  'plan-meta': 'the second _meta of a plan',
  'plan-priority': 'the priority of a step that v1 does not know',
  'plan-status': 'the status of a step that v1 does not know',
  'command-input': 'an input of a command that v1 does not know',
  'config-option': 'a configuration option that the other dialect does not take',
  'config-value': 'a value of a switch, which June can only name',
  'permission-kind': 'a kind of option in a permission request that v1 does not know',
  'stop-reason': 'a reason for the end of a turn that is missing, or that the other dialect does not know',
  'unknown-update': 'a session update that v1 does not know',
} as const;
