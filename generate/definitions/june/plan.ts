import { lenient, openUnion, record, type Topic } from '../../language.ts';

/** Plans in June. */
export const plan = {
  PlanItems: record('A plan as a list of steps.', {
    id: ['PlanId', 'Id of the plan.'],
    entries: ['PlanEntry[]', 'All steps.', lenient],
  }),
  PlanUpdateContent: openUnion(
    'The content of a plan.',
    { items: 'PlanItems' },
    // The draft reserves these two types without defining them (T2).
    { rest: { id: ['PlanId', 'Id of the plan.'] }, reserved: ['file', 'markdown'] },
  ),
} satisfies Topic;
