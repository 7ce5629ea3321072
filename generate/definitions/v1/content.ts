import { closedEnum, closedUnion, type Topic } from '../../language.ts';

/** Content, as v1 has them. */
export const content: Topic = {
  Role: closedEnum('Who takes part in the conversation.', {
    assistant: 'The agent.',
    user: 'The person.',
  }),
  ContentBlock: closedUnion('One piece of what is said or shown.', {
    text: 'TextContent',
    image: 'ImageContent',
    audio: 'AudioContent',
    resource_link: 'ResourceLink',
    resource: 'EmbeddedResource',
  }),
};
