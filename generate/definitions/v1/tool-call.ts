import { closed, closedUnion, lenient, markedAs, record, type Topic } from '../../language.ts';
import { toolCall as base, rawFields } from '../base/tool-call.ts';

const name = ['string | null', 'Name of the tool, for programs.', lenient] as const;
const raw = {
  'rawInput?': [...rawFields['rawInput?'], lenient],
  'rawOutput?': [...rawFields['rawOutput?'], lenient],
} as const;

/** Tool calls in v1. */
export const toolCall = {
  Diff: markedAs(base.Diff, true, 'oldText'),
  ToolCallLocation: markedAs(base.ToolCallLocation, true, 'line'),
  ToolKind: closed(base.ToolKind),
  ToolCallStatus: closed(base.ToolCallStatus),
  Terminal: record('A terminal of the client, shown inside a tool call.', {
    terminalId: ['TerminalId', 'Id of the terminal, from `terminal/create`.'],
  }),
  ToolCallContent: closedUnion('A piece of what a tool call shows.', {
    content: 'Content',
    diff: 'Diff',
    terminal: 'Terminal',
  }),
  ToolCall: record('Announces a tool call.', {
    toolCallId: ['ToolCallId', 'Id of the tool call.'],
    'name?': name,
    title: ['string', 'What the tool does, for people.'],
    'kind?': ['ToolKind', 'Kind of tool.', lenient],
    'status?': ['ToolCallStatus', 'Status of the tool call.', lenient],
    'content?': ['ToolCallContent[]', 'What the tool call shows.', lenient],
    'locations?': ['ToolCallLocation[]', 'Files that the tool call reads or changes.', lenient],
    ...raw,
  }),
  ToolCallUpdate: record('Updates a tool call that was announced before. Omitted and null both keep a field.', {
    toolCallId: ['ToolCallId', 'Id of the tool call.'],
    'name?': name,
    'kind?': ['ToolKind | null', 'Kind of tool.', lenient],
    'status?': ['ToolCallStatus | null', 'Status of the tool call.', lenient],
    'title?': ['string | null', 'What the tool does, for people.', lenient],
    'content?': ['ToolCallContent[] | null', 'What the tool call shows. Replaces earlier content.', lenient],
    'locations?': [
      'ToolCallLocation[] | null',
      'Files that the tool call reads or changes. Replaces earlier locations.',
      lenient,
    ],
    ...raw,
  }),
} satisfies Topic;
