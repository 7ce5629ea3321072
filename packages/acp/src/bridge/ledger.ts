/** The way that something crossed. */
export type Direction = '1to2' | '2to1';

/** Every rule that the ledger names, with what it is about. */
export const ledgerRules = {
  capability: 'a capability that the other version cannot express',
  'auth-method': 'a way to authenticate that v1 does not know',
  'no-sessions': 'an agent without sessions, which v1 does not have',
  'mcp-server': 'an MCP server that the other side cannot take',
  number: 'a number that a double cannot hold, taken over into a message of the other version',
  malformed: 'a message, or a part of one, that is not what its version says',
  'unmatched-response': 'an answer to a request that nobody asked',
  'null-result': 'an answer of null where an object belongs',
  'unknown-outcome': 'an answer to a permission request that is neither a choice nor a cancel',
  'notification-meta': 'the _meta of an update that crossed as nothing of its own',
  'message-id': 'an id made up for a message that had none',
  'shared-message-id': 'one id used for messages of two kinds',
  'taken-message-id': 'an id of the agent that the bridge had given away already',
  'clear-without-message': 'a clear with no message to clear',
  'unannounced-tool-call': 'a tool call first seen in a permission request',
  'repeated-tool-call': 'a tool call created again with emptier values',
  'open-tool-call': 'a tool call left open when its turn ended',
  terminal: 'a terminal of the client, which v2 does not have',
  'client-method': 'a request for files or terminals of the client, which v2 does not have',
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
  'plan-content': 'a plan in a form that v1 does not know',
  'plan-meta': 'the second _meta of a plan',
  'plan-priority': 'the priority of a step that v1 does not know',
  'plan-status': 'the status of a step that v1 does not know',
  'command-input': 'an input of a command that v1 does not know',
  'config-option': 'a configuration option of a type that v1 does not know',
  'config-value': 'a value of a switch, which v2 can only name',
  'permission-kind': 'a kind of option in a permission request that v1 does not know',
  'stop-reason': 'a reason for the end of a turn that v1 does not know',
  'unknown-update': 'a session update that v1 does not know',
} as const;

/** The name of a rule of the ledger. */
export type RuleName = keyof typeof ledgerRules;

/** One loss or repair: what happened to something that could not cross as it was. */
export interface LedgerEntry {
  /** `loss`: the other side can no longer see or do something. `repair`: made up, mapped or substituted with its meaning kept. */
  readonly kind: 'loss' | 'repair';
  readonly rule: RuleName;
  readonly direction: Direction;
  /** The session; absent for what belongs to the connection. */
  readonly sessionId?: string;
  readonly messageId?: string;
  readonly toolCallId?: string;
  /** The place, as people write it: `content[0].type`. */
  readonly path?: string;
  /** What was lost or could not cross as it was. */
  readonly lost?: unknown;
  /** What was done instead, in words. */
  readonly done?: string;
}

/** An entry without what its surroundings know: the direction and the session. */
export type Note = Omit<LedgerEntry, 'direction' | 'sessionId'>;

/** Takes the notes of a converter, which does not know where its value comes from and goes to. */
export type TakeNote = (note: Note) => void;
