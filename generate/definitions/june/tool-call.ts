import { lenient, openUnion, record, type Topic } from '../../language.ts';
import { rawFields } from '../base/tool-call.ts';

/** Tool calls in June. */
export const toolCall = {
  ToolCallContent: openUnion('A piece of what a tool call shows.', {
    content: 'Content',
    diff: 'Diff',
  }),
  ToolCallUpdate: record(
    'Creates or updates a tool call: omitted keeps a field, null clears it, a value replaces it.',
    {
      toolCallId: ['ToolCallId', 'Id of the tool call to create or update.'],
      'title?': ['string | null', 'What the tool does, for people.'],
      'kind?': ['ToolKind | null', 'Kind of tool.'],
      'status?': ['ToolCallStatus | null', 'Status of the tool call.'],
      'content?': ['ToolCallContent[] | null', 'All that the tool call shows. `[]` clears it, as null does.', lenient],
      'locations?': ['ToolCallLocation[] | null', 'All files that the tool call reads or changes.', lenient],
      ...rawFields,
    },
  ),
} satisfies Topic;
