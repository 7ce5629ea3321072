import { lenient, openEnum, record, type Topic } from '../../language.ts';

/** Notices to the user. */
export const notice = {
  NoticeSeverity: openEnum('How serious a notice is.', {
    info: 'For information.',
    warning: 'Something may need attention.',
    error: 'Something went wrong.',
  }),
  Notice: record('A notice to show once. It is not part of the history.', {
    severity: ['NoticeSeverity', 'How serious it is.'],
    title: ['text', 'What to show.'],
    'description?': ['string | null', 'Details for the user.', lenient],
  }),
} satisfies Topic;
