import { closed, lenient, record, type Topic } from '../../language.ts';
import { plan as base } from '../base/plan.ts';

/** Plans in v1. */
export const plan = {
  PlanEntryPriority: closed(base.PlanEntryPriority),
  PlanEntryStatus: closed(base.PlanEntryStatus),
  Plan: record('The plan of the session. Replaces the previous one.', {
    entries: ['PlanEntry[]', 'All steps.', lenient],
  }),
} satisfies Topic;
