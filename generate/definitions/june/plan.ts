import { alias, lenient, openEnum, openUnion, record, type Topic } from '../../language.ts';

/** Plans, as v2 has them. */
export const plan: Topic = {
  PlanId: alias('Names a plan within its session.', 'id'),
  PlanEntryPriority: openEnum('How much a step of a plan matters.', {
    high: 'The goal hangs on it.',
    medium: 'It matters.',
    low: 'It would be good to have.',
  }),
  PlanEntryStatus: openEnum('How far a step of a plan has come.', {
    pending: 'Not started.',
    in_progress: 'Being worked on.',
    completed: 'Done.',
  }),
  PlanItems: record('A plan as a list of steps.', {
    id: ['PlanId', 'The plan.'],
    entries: ['PlanEntry[]', 'All its steps.', lenient],
  }),
  PlanUpdateContent: openUnion(
    'A plan in one of its forms.',
    { items: 'PlanItems' },
    // The draft names these two forms as taken but does not define them (T2).
    { rest: { id: ['PlanId', 'The plan.'] }, reserved: ['file', 'markdown'] },
  ),
  PlanUpdate: record('Creates a plan, or replaces the one with the same id.', {
    plan: ['PlanUpdateContent', 'The whole plan.'],
  }),
};
