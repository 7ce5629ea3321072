import { alias, openEnum, record, type Topic } from '../../language.ts';

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
