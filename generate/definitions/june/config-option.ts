import { lenient, openUnion, type Topic } from '../../language.ts';

/** Configuration options, as v2 has them. */
export const configOption: Topic = {
  SessionConfigOption: openUnion(
    'Something of the session that the person can set.',
    { select: 'SessionConfigSelect' },
    {
      common: {
        id: ['SessionConfigId', 'The option.'],
        name: ['string', 'The label to show.'],
        'description?': ['string | null', 'What the option does.'],
        'category?': ['SessionConfigOptionCategory | null', 'What it is about.', lenient],
      },
    },
  ),
};
