import { lenient, openEnum, openUnion, record, type Topic } from '../../language.ts';

/** Tool calls, as v2 has them. */
export const toolCall: Topic = {
  ToolKind: openEnum('What sort of thing a tool does, so that a client can pick an icon.', {
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
  ToolCallStatus: openEnum('How far a tool call has come.', {
    pending: 'Not started: its input is not complete, or it waits for permission.',
    in_progress: 'Running.',
    completed: 'Done.',
    failed: 'Ended with an error.',
  }),
  ToolCallContent: openUnion('One piece of what a tool call shows.', {
    content: 'Content',
    diff: 'Diff',
  }),
  ToolCallUpdate: record(
    'Creates or patches a tool call: omitted leaves a field, null clears it, a value replaces it.',
    {
      toolCallId: ['ToolCallId', 'The tool call to create or patch.'],
      'title?': ['string | null', 'What the tool does, for people.'],
      'kind?': ['ToolKind | null', 'What sort of tool it is.'],
      'status?': ['ToolCallStatus | null', 'How far it has come.'],
      'content?': ['ToolCallContent[] | null', 'All that it shows; `[]` clears as null does.', lenient],
      'locations?': ['ToolCallLocation[] | null', 'All the places it looks at or changes.', lenient],
      'rawInput?': ['any', 'The input as the tool got it.'],
      'rawOutput?': ['any', 'The output as the tool gave it.'],
    },
  ),
  ToolCallContentChunk: record('Appends one piece to what a tool call shows.', {
    toolCallId: ['ToolCallId', 'The tool call.'],
    content: ['ToolCallContent', 'The piece to append.'],
  }),
};
