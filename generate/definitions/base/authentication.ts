import { alias, lenient, record, type Topic } from '../../language.ts';

/** Authentication. */
export const authentication = {
  AuthMethodId: alias('Id of an authentication method.', 'string'),
  LogoutCapabilities: record('Marks that the agent supports `logout`.'),
  AgentAuthCapabilities: record('Authentication capabilities of the agent.', {
    'logout?': ['LogoutCapabilities | null', 'Present if the agent supports `logout`.', lenient],
  }),
  AuthMethodAgent: record('An authentication method that the agent carries out by itself.', {
    id: ['string', 'Id of the method, for `authenticate`.'],
    name: ['string', 'Label to show.'],
    'description?': ['string | null', 'Details for the user.'],
  }),
  AuthenticateRequest: record('Authenticates with one of the methods that the agent offers.', {
    methodId: ['string', 'Id of the method.'],
  }),
  AuthenticateResponse: record('Authentication succeeded.'),
  LogoutRequest: record('Logs out. New sessions need authentication again.'),
  LogoutResponse: record('The agent has logged out.'),
} satisfies Topic;
