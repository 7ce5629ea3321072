import { record, type Topic } from '../../language.ts';

/** Plans, alike in both versions. */
export const plan: Topic = {
  PlanEntry: record('One step of a plan.', {
    content: ['string', 'What is to be done.'],
    priority: ['PlanEntryPriority', 'How much it matters.'],
    status: ['PlanEntryStatus', 'How far it has come.'],
  }),
};
