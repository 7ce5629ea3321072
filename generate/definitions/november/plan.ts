import { lenientItems, openEnum, type Topic } from '../../language.ts';
import { plan as base, planContent } from '../base/plan.ts';

/** Plans in November. */
export const plan = {
  PlanEntryStatus: openEnum(base.PlanEntryStatus.describe, {
    ...base.PlanEntryStatus.values,
    cancelled: 'Given up.',
  }),
  ...planContent('planId', lenientItems),
} satisfies Topic;
