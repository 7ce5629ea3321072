import { lenient, nullIsAbsent, openUnion, record, type Topic } from '../../language.ts';

const method = {
  methodId: ['AuthMethodId', 'Id of the method, for `auth/login`.'],
  name: ['string', 'Label to show.'],
} as const;

const description = ['string | null', 'Details for the user.', lenient] as const;

/** Authentication in November. */
export const authentication = {
  AuthMethodTerminal: record('A login that the user carries out in a terminal running the command of the agent.', {
    ...method,
    'description?': description,
    'args?': ['string[]', 'Arguments for the command of the agent.', nullIsAbsent],
    'env?': ['EnvVariable[]', 'Environment variables to set.', nullIsAbsent],
  }),
  AuthMethodAgent: record('A login that the agent carries out by itself.', { ...method, 'description?': description }),
  AuthMethod: openUnion(
    'An authentication method.',
    { terminal: 'AuthMethodTerminal', agent: 'AuthMethodAgent' },
    { rest: method },
  ),
  LoginAuthRequest: record('Logs in with one of the methods that the agent offers.', {
    methodId: ['AuthMethodId', 'Id of the method.'],
  }),
  LoginAuthResponse: record('The login succeeded.'),
  LogoutAuthRequest: record('Logs out.'),
  LogoutAuthResponse: record('The agent has logged out.'),
} satisfies Topic;
