import type { Dialect } from '../../protocol/dialects.ts';
import type { DiagnosticCode } from '../../session/diagnostic.ts';

/** A rule of the linter. */
export interface LintRule {
  readonly name: string;
  /** What it finds, in one sentence. */
  readonly finds: string;
  /** The dialects that it applies to. */
  readonly dialects: readonly Dialect[];
  /** The diagnostic by which a folded session reports the same, if it does. */
  readonly diagnostic?: DiagnosticCode;
}

const all: readonly Dialect[] = ['v1', 'june', 'november'];
const answering: readonly Dialect[] = ['v1', 'june'];

/** All rules of the linter, by name. */
export const lintRules = {
  'update-after-turn': {
    name: 'update-after-turn',
    finds: 'The agent went on with messages, tool calls or plans after it had answered the prompt.',
    dialects: answering,
    diagnostic: 'update_after_turn',
  },
  'tool-call-open': {
    name: 'tool-call-open',
    finds:
      'A tool call was neither finished nor cancelled when its turn ended, or in November at the end of a recording whose agent is idle.',
    dialects: all,
    diagnostic: 'tool_call_left_open',
  },
  'permission-after-cancel': {
    name: 'permission-after-cancel',
    finds: 'A permission request was still open when a cancelled turn had ended.',
    dialects: all,
  },
  'answer-unasked': {
    name: 'answer-unasked',
    finds: 'An answer has the id of no open request.',
    dialects: all,
  },
  'request-unanswered': {
    name: 'request-unanswered',
    finds: 'A request was not answered by the end of the recording.',
    dialects: all,
  },
  'id-in-two-kinds': {
    name: 'id-in-two-kinds',
    finds: 'Messages of two kinds have the same id.',
    dialects: ['june'],
    diagnostic: 'id_in_two_kinds',
  },
  noise: {
    name: 'noise',
    finds: 'A line on standard output is not a message.',
    dialects: all,
  },
  'content-resent': {
    name: 'content-resent',
    finds:
      'The content of a message, tool call, terminal or compaction was sent again and again: more than three times as much as there is.',
    dialects: all,
  },
  'load-doubles': {
    name: 'load-doubles',
    finds: 'After a session was loaded or resumed, what was there before is there twice.',
    dialects: all,
  },
  'prompt-echo-missing': {
    name: 'prompt-echo-missing',
    finds: 'The agent accepted a prompt and never sent the user message that repeats it.',
    dialects: ['november'],
    diagnostic: 'prompt_unknown_id',
  },
  'slow-answer': {
    name: 'slow-answer',
    finds: 'A request that needs no person took longer than 10 seconds to be answered.',
    dialects: all,
  },
  'silent-turn': {
    name: 'silent-turn',
    finds: 'The agent was silent for more than 60 seconds in a turn and waited for nobody.',
    dialects: all,
  },
  'unknown-session': {
    name: 'unknown-session',
    finds: 'A message names a session that was neither created nor loaded since the agent was initialized.',
    dialects: all,
  },
  'agent-restarted': {
    name: 'agent-restarted',
    finds: 'The client initialized the agent again: it was started anew, and requests that were open are lost.',
    dialects: all,
  },
} as const satisfies Readonly<Record<string, LintRule>>;

/** The name of a rule. */
export type LintRuleName = keyof typeof lintRules;

/** Something that looks wrong, although each message by itself is valid. */
export interface LintFinding {
  readonly rule: LintRuleName;
  readonly level: 'hint';
  /** The line that it is about, which may be before the line that showed it. */
  readonly frame: number;
  /** Where in the message. */
  readonly path?: readonly (string | number)[];
  readonly session?: string;
  readonly text: string;
}

/** Returns whether a rule applies to a dialect. */
export function appliesTo(rule: LintRuleName, dialect: Dialect): boolean {
  return (lintRules[rule].dialects as readonly Dialect[]).includes(dialect);
}
