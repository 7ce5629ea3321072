import { lenient, record, type Topic } from '../../language.ts';

/** Authentication, alike in both versions. */
export const authentication: Topic = {
  LogoutCapabilities: record('Says that the agent can log out.'),
  AgentAuthCapabilities: record('What the agent can do about authentication.', {
    'logout?': ['LogoutCapabilities | null', 'Present if `logout` may be called.', lenient],
  }),
  AuthMethodAgent: record('A way to authenticate that the agent carries out by itself.', {
    id: ['string', 'The method, for `authenticate`.'],
    name: ['string', 'The label to show.'],
    'description?': ['string | null', 'What the person should know of it.'],
  }),
  AuthenticateRequest: record('Authenticates by one of the methods that the agent offered.', {
    methodId: ['string', 'The method.'],
  }),
  AuthenticateResponse: record('Authentication succeeded.'),
  LogoutRequest: record('Ends the authenticated state; new sessions will need authentication.'),
  LogoutResponse: record('The agent has logged out.'),
};
