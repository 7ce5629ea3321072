import { alias, record, type Topic } from '../../language.ts';

/** Tool calls, alike in both versions. */
export const toolCall: Topic = {
  ToolCallId: alias('Names a tool call within its session.', 'id'),
  Content: record('Content that a tool call shows.', {
    content: ['ContentBlock', 'The piece of content.'],
  }),
  Diff: record('A change to a file, as the text before and after.', {
    path: ['path', 'The file, as an absolute path.'],
    'oldText?': ['string | null', 'The text before; none for a new file.'],
    newText: ['string', 'The text after.'],
  }),
  ToolCallLocation: record('A place that a tool call looks at or changes.', {
    path: ['path', 'The file, as an absolute path.'],
    'line?': ['line | null', 'The line, counted from 1.'],
  }),
};
