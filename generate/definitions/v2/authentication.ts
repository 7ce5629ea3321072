import { openUnion, type Topic } from '../../language.ts';

export const authentication: Topic = {
  AuthMethod: openUnion(
    'A way to authenticate.',
    { agent: 'AuthMethodAgent' },
    {
      rest: {
        id: ['string', 'The method, for `authenticate`.'],
        name: ['string', 'The label to show.'],
        'description?': ['string | null', 'What the person should know of it.'],
      },
      restMeta: true,
    },
  ),
};
