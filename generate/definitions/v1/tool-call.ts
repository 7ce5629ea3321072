import { closedEnum, closedUnion, lenient, record, type Topic } from '../../language.ts';

/** Tool calls, as v1 has them. */
export const toolCall: Topic = {
  ToolKind: closedEnum('What sort of thing a tool does, so that a client can pick an icon.', {
    read: 'Reads files or data.',
    edit: 'Changes files or data.',
    delete: 'Removes files or data.',
    move: 'Moves or renames files.',
    search: 'Looks for something.',
    execute: 'Runs a command or code.',
    think: 'Reasons or plans.',
    fetch: 'Gets something from outside.',
    switch_mode: 'Changes the mode of the session.',
    other: 'Anything else; what an absent kind stands for.',
  }),
  ToolCallStatus: closedEnum('How far a tool call has come.', {
    pending: 'Not started: its input is not complete, or it waits for permission.',
    in_progress: 'Running.',
    completed: 'Done.',
    failed: 'Ended with an error.',
  }),
  Terminal: record('A terminal of the client, shown inside a tool call.', {
    terminalId: ['string', 'The terminal, as `terminal/create` named it.'],
  }),
  ToolCallContent: closedUnion('One piece of what a tool call shows.', {
    content: 'Content',
    diff: 'Diff',
    terminal: 'Terminal',
  }),
  ToolCall: record('Announces a tool call.', {
    toolCallId: ['ToolCallId', 'The tool call.'],
    title: ['string', 'What the tool does, for people.'],
    'kind?': ['ToolKind', 'What sort of tool it is.'],
    'status?': ['ToolCallStatus', 'How far it has come.'],
    'content?': ['ToolCallContent[]', 'What it shows.', lenient],
    'locations?': ['ToolCallLocation[]', 'The places it looks at or changes.', lenient],
    'rawInput?': ['any', 'The input as the tool got it.'],
    'rawOutput?': ['any', 'The output as the tool gave it.'],
  }),
  ToolCallUpdate: record(
    'Changes a tool call that was announced before; omitted and null both leave a field as it is.',
    {
      toolCallId: ['ToolCallId', 'The tool call.'],
      'kind?': ['ToolKind | null', 'What sort of tool it is.', lenient],
      'status?': ['ToolCallStatus | null', 'How far it has come.', lenient],
      'title?': ['string | null', 'What the tool does, for people.'],
      'content?': ['ToolCallContent[] | null', 'What it shows; replaces all that was shown.', lenient],
      'locations?': [
        'ToolCallLocation[] | null',
        'The places it looks at or changes; replaces all earlier ones.',
        lenient,
      ],
      'rawInput?': ['any', 'The input as the tool got it.'],
      'rawOutput?': ['any', 'The output as the tool gave it.'],
    },
  ),
};
