import { lenientItems, openEnum, openUnion, record, type Topic } from '../../language.ts';
import { plan as base } from '../base/plan.ts';

/** Plans in November. */
export const plan = {
  PlanEntryStatus: openEnum(base.PlanEntryStatus.describe, {
    ...base.PlanEntryStatus.values,
    cancelled: 'Given up.',
  }),
  PlanItems: record('A plan as a list of steps.', {
    planId: ['PlanId', 'Id of the plan.'],
    entries: ['PlanEntry[]', 'All steps.', lenientItems],
  }),
  PlanUpdateContent: openUnion(
    'The content of a plan.',
    { items: 'PlanItems' },
    { rest: { planId: ['PlanId', 'Id of the plan.'] } },
  ),
} satisfies Topic;
