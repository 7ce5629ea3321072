import { byAgent, byClient } from '../../language.ts';

/** Methods that several dialects have, by name; each dialect lists its own. */
export const shared = {
  initialize: byAgent(
    'initialize',
    'Negotiates the protocol version and the capabilities.',
    'InitializeRequest',
    'InitializeResponse',
  ),
  authenticate: byAgent(
    'authenticate',
    'Authenticates with one of the offered methods.',
    'AuthenticateRequest',
    'AuthenticateResponse',
  ),
  logout: byAgent('logout', 'Logs out.', 'LogoutRequest', 'LogoutResponse'),
  newSession: byAgent('session/new', 'Starts a session.', 'NewSessionRequest', 'NewSessionResponse'),
  loadSession: byAgent(
    'session/load',
    'Continues a session and replays its history.',
    'LoadSessionRequest',
    'LoadSessionResponse',
  ),
  resumeSession: byAgent(
    'session/resume',
    'Continues a session without replaying its history.',
    'ResumeSessionRequest',
    'ResumeSessionResponse',
  ),
  listSessions: byAgent('session/list', 'Lists sessions, by page.', 'ListSessionsRequest', 'ListSessionsResponse'),
  deleteSession: byAgent('session/delete', 'Deletes a session.', 'DeleteSessionRequest', 'DeleteSessionResponse'),
  closeSession: byAgent('session/close', 'Ends the work of a session.', 'CloseSessionRequest', 'CloseSessionResponse'),
  setConfigOption: byAgent(
    'session/set_config_option',
    'Sets a configuration option.',
    'SetSessionConfigOptionRequest',
    'SetSessionConfigOptionResponse',
  ),
  prompt: byAgent('session/prompt', 'Starts a turn. Answered when the turn ends.', 'PromptRequest', 'PromptResponse'),
  cancel: byAgent('session/cancel', 'Asks the agent to end the running turn.', 'CancelNotification'),
  update: byClient('session/update', 'Reports what happened in a session.', 'SessionNotification'),
  requestPermission: byClient(
    'session/request_permission',
    'Asks the user about a tool call.',
    'RequestPermissionRequest',
    'RequestPermissionResponse',
  ),
} as const;
