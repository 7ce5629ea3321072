/** What the ledger calls the two ways between June and November. */
export type JuneNovemberDirection = 'Nto2' | '2toN';

/** The way from November to June. */
export const toJune: JuneNovemberDirection = 'Nto2';

/** The way from June to November. */
export const toNovember: JuneNovemberDirection = '2toN';

/** The rules of the ledger that belong to this edge, with what each is about. Other edges use some of them with the same meaning. */
export const juneNovemberRules = {
  state: 'what the agent is doing, where the other dialect has no words for it',
  background: 'work that goes on in the background',
  'tool-cancel': 'that a single tool call can be cancelled',
  'terminal-cancel': 'that a single terminal can be cancelled',
  'agent-terminal': 'a terminal of the agent, shown as text',
  'terminal-bytes': 'bytes, control characters or the beginning of the output of a terminal',
  'tool-name': 'the name of a tool, kept in _meta',
  icons: 'the icons of a resource, kept in _meta',
  'command-kind': 'a command of a kind that June does not know',
  'config-boolean': 'a switch offered as a choice of on and off',
  'plan-content': 'a plan in a form that the other dialect does not know',
  'diff-hunks': 'a patch shown as several fragments',
  'diff-operation': 'a change to a file that is shown as text',
  'permission-text': 'the title or the description of a permission request',
  'permission-subject': 'a tool call made up for a permission request that is about none',
  'permission-withdrawn': 'a permission request that the agent has taken back and the client may still show',
  'shared-message-id': 'one id used for messages of two kinds',
  'stop-reason': 'a reason for the end of a turn that is missing, or that the other dialect does not know',
  notice: 'a notice to the person',
  compaction: 'the compaction of a conversation',
  elicitation: 'a question to the person, which June does not have',
  'auth-method': 'a way to authenticate that the other side cannot use',
  'unknown-outcome': 'an answer to a permission request that is neither a choice nor a cancel',
  'implementation-info': 'the name and version of a client or an agent that told none',
  capability: 'a capability that the other dialect cannot express',
  'message-id': 'an id made up for a message that had none',
  'prompt-echo': 'a prompt repeated in place of an agent that does not repeat it',
  acceptance: 'a prompt taken as accepted before the agent has shown that',
  'prompt-id': 'another id for a prompt than the one that the client was told',
  'late-error': 'an error that ended a turn which had begun',
  'resume-by-load': 'a session resumed by loading it',
  'close-by-cancel': 'a session closed by cancelling its work, or what its agent sends after it was closed',
  'permission-title': 'a title made up for a permission request',
  'permission-options': 'a permission request that offers nothing to choose',
  'diff-text': 'the text of a binary file',
  uri: 'an address that is no absolute URI',
  'location-line': 'a line number that November does not take',
  annotation: 'an annotation or a size that November does not take',
  'date-time': 'a time that is not a date and a time',
  'config-option': 'a configuration option that the other dialect does not take',
  'meta-null': 'a null in _meta, which means the removal of its key in November',
} as const;
