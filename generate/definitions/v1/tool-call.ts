import { closed, closedUnion, lenient, record, type Topic } from '../../language.ts';
import { toolCall as base, rawFields } from '../base/tool-call.ts';

/** Tool calls in v1. */
export const toolCall = {
  ToolKind: closed(base.ToolKind),
  ToolCallStatus: closed(base.ToolCallStatus),
  Terminal: record('A terminal of the client, shown inside a tool call.', {
    terminalId: ['string', 'Id of the terminal, from `terminal/create`.'],
  }),
  ToolCallContent: closedUnion('A piece of what a tool call shows.', {
    content: 'Content',
    diff: 'Diff',
    terminal: 'Terminal',
  }),
  ToolCall: record('Announces a tool call.', {
    toolCallId: ['ToolCallId', 'Id of the tool call.'],
    title: ['string', 'What the tool does, for people.'],
    'kind?': ['ToolKind', 'Kind of tool.'],
    'status?': ['ToolCallStatus', 'Status of the tool call.'],
    'content?': ['ToolCallContent[]', 'What the tool call shows.', lenient],
    'locations?': ['ToolCallLocation[]', 'Files that the tool call reads or changes.', lenient],
    ...rawFields,
  }),
  ToolCallUpdate: record('Updates a tool call that was announced before. Omitted and null both keep a field.', {
    toolCallId: ['ToolCallId', 'Id of the tool call.'],
    'kind?': ['ToolKind | null', 'Kind of tool.', lenient],
    'status?': ['ToolCallStatus | null', 'Status of the tool call.', lenient],
    'title?': ['string | null', 'What the tool does, for people.'],
    'content?': ['ToolCallContent[] | null', 'What the tool call shows. Replaces earlier content.', lenient],
    'locations?': [
      'ToolCallLocation[] | null',
      'Files that the tool call reads or changes. Replaces earlier locations.',
      lenient,
    ],
    ...rawFields,
  }),
} satisfies Topic;
