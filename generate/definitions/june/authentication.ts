import { openUnion, type Topic } from '../../language.ts';

/** Authentication, as v2 has them. */
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
