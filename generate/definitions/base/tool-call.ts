import { alias, openEnum, record, type Topic } from '../../language.ts';

/** Raw values of a tool call. */
export const rawFields = {
  'rawInput?': ['any', 'Raw input of the tool.'],
  'rawOutput?': ['any', 'Raw output of the tool.'],
} as const;

/** Tool calls. */
export const toolCall = {
  TerminalId: alias('Id of a terminal, unique within its session.', 'id'),
  ToolCallId: alias('Id of a tool call, unique within its session.', 'id'),
  ToolKind: openEnum('What kind of tool it is, so that a client can choose an icon.', {
    read: 'Reads files or data.',
    edit: 'Changes files or data.',
    delete: 'Deletes files or data.',
    move: 'Moves or renames files.',
    search: 'Searches for something.',
    execute: 'Runs a command or code.',
    think: 'Reasons or plans.',
    fetch: 'Retrieves external data.',
    switch_mode: 'Changes the mode of the session.',
    other: 'Any other kind. The default.',
  }),
  ToolCallStatus: openEnum('Status of a tool call.', {
    pending: 'Not started: the input is incomplete, or it waits for permission.',
    in_progress: 'Running.',
    completed: 'Completed.',
    failed: 'Ended with an error.',
  }),
  Content: record('Content that a tool call shows.', {
    content: ['ContentBlock', 'The piece of content.'],
  }),
  Diff: record('A change to a file, as the text before and after.', {
    path: ['path', 'The file, as an absolute path.'],
    'oldText?': ['string | null', 'Text before the change. Absent for a new file.'],
    newText: ['string', 'Text after the change.'],
  }),
  ToolCallLocation: record('A place in a file that a tool call reads or changes.', {
    path: ['path', 'The file, as an absolute path.'],
    'line?': ['line | null', 'Line number, counted from 1.'],
  }),
  ToolCallContentChunk: record('Appends a piece to what a tool call shows.', {
    toolCallId: ['ToolCallId', 'Id of the tool call.'],
    content: ['ToolCallContent', 'The piece to append.'],
  }),
} satisfies Topic;
