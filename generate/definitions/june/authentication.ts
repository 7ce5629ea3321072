import { openUnion, type Topic } from '../../language.ts';

/** Authentication in June. */
export const authentication = {
  AuthMethod: openUnion(
    'An authentication method.',
    { agent: 'AuthMethodAgent' },
    {
      rest: {
        id: ['string', 'Id of the method, for `authenticate`.'],
        name: ['string', 'Label to show.'],
        'description?': ['string | null', 'Details for the user.'],
      },
      restMeta: true,
    },
  ),
} satisfies Topic;
