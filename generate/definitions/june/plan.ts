import { alias, lenient, openUnion, record, type Topic } from '../../language.ts';

/** Plans in June. */
export const plan = {
  PlanId: alias('Id of a plan, unique within its session.', 'id'),
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
  PlanUpdate: record('Creates a plan, or replaces the plan with the same id.', {
    plan: ['PlanUpdateContent', 'The whole plan.'],
  }),
} satisfies Topic;
