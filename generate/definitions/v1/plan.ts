import { closedEnum, lenient, record, type Topic } from '../../language.ts';

/** Plans, as v1 has them. */
export const plan: Topic = {
  PlanEntryPriority: closedEnum('How much a step of a plan matters.', {
    high: 'The goal hangs on it.',
    medium: 'It matters.',
    low: 'It would be good to have.',
  }),
  PlanEntryStatus: closedEnum('How far a step of a plan has come.', {
    pending: 'Not started.',
    in_progress: 'Being worked on.',
    completed: 'Done.',
  }),
  Plan: record('The plan of the session; replaces the one before.', {
    entries: ['PlanEntry[]', 'All its steps.', lenient],
  }),
};
