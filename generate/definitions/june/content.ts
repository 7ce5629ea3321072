import { openEnum, openUnion, type Topic } from '../../language.ts';

/** Content, as v2 has them. */
export const content: Topic = {
  Role: openEnum('Who takes part in the conversation.', {
    assistant: 'The agent.',
    user: 'The person.',
  }),
  ContentBlock: openUnion('One piece of what is said or shown.', {
    text: 'TextContent',
    image: 'ImageContent',
    audio: 'AudioContent',
    resource_link: 'ResourceLink',
    resource: 'EmbeddedResource',
  }),
};
