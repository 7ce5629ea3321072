import { lenient, openEnum, openUnion, record, type Topic } from '../../language.ts';
import { toolCall as base } from '../base/tool-call.ts';

const toolCallId = ['ToolCallId', 'Id of the tool call.'] as const;

/** Tool calls in November. */
export const toolCall = {
  ToolCallStatus: openEnum(base.ToolCallStatus.describe, {
    ...base.ToolCallStatus.values,
    paused: 'Paused.',
    cancelled: 'Cancelled.',
  }),
  ToolCallLocation: record('A place in a file that a tool call reads or changes.', {
    path: ['AbsolutePath', 'The file.'],
    'line?': ['positive | null', 'Line number, counted from 1.', lenient],
  }),
  ToolCallContent: openUnion('A piece of what a tool call shows.', {
    content: 'Content',
    diff: 'Diff',
    terminal: 'Terminal',
  }),
  ToolCallCancelCapabilities: record('Marks that the tool call can be cancelled.'),
  ToolCallCapabilities: record('What can be done with a tool call.', {
    'cancel?': ['ToolCallCancelCapabilities | null', 'Present if `tool_call/cancel` works now.', lenient],
  }),
  ToolCallUpdate: record(
    'Creates or updates a tool call: omitted keeps a field, null clears it, a value replaces it.',
    {
      toolCallId,
      'name?': ['string | null', 'Name of the tool, for programs.', lenient],
      'title?': ['string | null', 'What the tool does, for people.', lenient],
      'kind?': ['ToolKind | null', 'Kind of tool.', lenient],
      'status?': ['ToolCallStatus | null', 'Status of the tool call.', lenient],
      'content?': ['ToolCallContent[] | null', 'All that the tool call shows. `[]` clears it, as null does.', lenient],
      'locations?': ['ToolCallLocation[] | null', 'All files that the tool call reads or changes.', lenient],
      'rawInput?': ['any', 'Raw input of the tool.', lenient],
      'rawOutput?': ['any', 'Raw output of the tool.', lenient],
      'capabilities?': ['ToolCallCapabilities | null', 'What can be done with the tool call now.', lenient],
    },
  ),
  CancelToolCallRequest: record('Cancels one tool call.', {
    sessionId: ['SessionId', 'Id of the session.'],
    toolCallId,
  }),
  CancelToolCallResponse: record('The tool call is being cancelled.'),
} satisfies Topic;
