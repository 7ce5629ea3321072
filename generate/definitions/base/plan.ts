import { alias, type Mark, openEnum, openUnion, record, type Topic } from '../../language.ts';

/** Plans. */
export const plan = {
  PlanId: alias('Id of a plan, unique within its session.', 'id'),
  PlanEntryPriority: openEnum('Priority of a step of a plan.', {
    high: 'The goal depends on it.',
    medium: 'It matters.',
    low: 'It would be good to have.',
  }),
  PlanEntryStatus: openEnum('Status of a step of a plan.', {
    pending: 'Not started.',
    in_progress: 'In progress.',
    completed: 'Completed.',
  }),
  PlanEntry: record('A step of a plan.', {
    content: ['string', 'What is to be done.'],
    priority: ['PlanEntryPriority', 'Priority of the step.'],
    status: ['PlanEntryStatus', 'Status of the step.'],
  }),
  PlanUpdate: record('Creates a plan, or replaces the plan with the same id.', {
    plan: ['PlanUpdateContent', 'The whole plan.'],
  }),
} satisfies Topic;

/** Returns the content of a plan. The dialects differ in the key of its id and in what a lenient reading does with its steps. */
export function planContent(id: string, leniency: Mark, reserved: readonly string[] = []) {
  const planId = { [id]: ['PlanId', 'Id of the plan.'] } as const;
  return {
    PlanItems: record('A plan as a list of steps.', { ...planId, entries: ['PlanEntry[]', 'All steps.', leniency] }),
    PlanUpdateContent: openUnion('The content of a plan.', { items: 'PlanItems' }, { rest: planId, reserved }),
  } satisfies Topic;
}
