import { closedUnion, lenient, markedAs, nullIsAbsent, record, type Topic } from '../../language.ts';
import { authentication as base } from '../base/authentication.ts';

/** Authentication in v1. */
export const authentication = {
  AuthMethodAgent: markedAs(base.AuthMethodAgent, true, 'description'),
  AuthMethodTerminal: record('A login that the user carries out in a terminal running the command of the agent.', {
    id: ['AuthMethodId', 'Id of the method.'],
    name: ['string', 'Label to show.'],
    'description?': ['string | null', 'Details for the user.', lenient],
    'args?': ['string[]', 'Arguments for the command of the agent.', nullIsAbsent],
    'env?': ['string{}', 'Environment variables to set.', nullIsAbsent],
  }),
  AuthMethod: closedUnion(
    'An authentication method.',
    { terminal: 'AuthMethodTerminal' },
    // Methods that the agent carries out have no tag.
    { untagged: 'AuthMethodAgent' },
  ),
} satisfies Topic;
