import { bareRecord, lenient, lenientAsAWhole, openUnion, record, type Topic } from '../../language.ts';
import { prompt as base } from '../base/prompt.ts';

const background = [
  'BackgroundWork[] | null',
  'All work in the background. Unknown if absent, none if empty.',
  lenientAsAWhole,
] as const;

const stopReasons = Object.fromEntries(Object.keys(base.StopReason.values).map((reason) => [reason, null]));

/** What the agent is doing. */
export const state = {
  BackgroundTerminal: record('A terminal that runs in the background.', {
    terminalId: ['TerminalId', 'Id of the terminal.'],
  }),
  BackgroundToolCall: record('A tool call that runs in the background.', {
    toolCallId: ['ToolCallId', 'Id of the tool call.'],
  }),
  BackgroundWork: openUnion('Work that goes on in the background.', {
    terminal: 'BackgroundTerminal',
    tool_call: 'BackgroundToolCall',
  }),
  RunningStateUpdate: record('The agent is working.', { 'background?': background }),
  RequiresActionStateUpdate: record('The agent waits for the user.', { 'background?': background }),
  ErrorStopReason: bareRecord('The work ended with an error.', {
    'error?': ['Error | null', 'What went wrong.', lenient],
  }),
  IdleStateUpdate: openUnion(
    'The agent has ended its work.',
    { ...stopReasons, error: 'ErrorStopReason' },
    {
      tag: 'stopReason',
      common: {
        'background?': background,
        'stopReason?': ['string | null', 'Why the work ended. Not reported if absent.', lenient],
      },
      isTagOptional: true,
    },
  ),
  StateUpdate: openUnion(
    'What the agent is doing. An unknown state counts as busy.',
    {
      running: 'RunningStateUpdate',
      idle: 'IdleStateUpdate',
      requires_action: 'RequiresActionStateUpdate',
    },
    { tag: 'state' },
  ),
} satisfies Topic;
