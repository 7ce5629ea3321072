/** Who answers, whether there is an answer, and what goes each way; a notification has no result. */
export interface Method {
  readonly name: string;
  readonly describe: string;
  readonly handledBy: 'agent' | 'client';
  readonly params: string;
  readonly result?: string;
}

function byAgent(name: string, describe: string, params: string, result?: string): Method {
  return { name, describe, handledBy: 'agent', params, ...(result === undefined ? {} : { result }) };
}

function byClient(name: string, describe: string, params: string, result?: string): Method {
  return { name, describe, handledBy: 'client', params, ...(result === undefined ? {} : { result }) };
}

const alike: readonly Method[] = [
  byAgent('initialize', 'Agree on a version and on what each side can do.', 'InitializeRequest', 'InitializeResponse'),
  byAgent('authenticate', 'Authenticate by an offered method.', 'AuthenticateRequest', 'AuthenticateResponse'),
  byAgent('logout', 'End the authenticated state.', 'LogoutRequest', 'LogoutResponse'),
  byAgent('session/new', 'Start a session.', 'NewSessionRequest', 'NewSessionResponse'),
  byAgent('session/load', 'Bring a session back with its history.', 'LoadSessionRequest', 'LoadSessionResponse'),
  byAgent(
    'session/resume',
    'Bring a session back without its history.',
    'ResumeSessionRequest',
    'ResumeSessionResponse',
  ),
  byAgent('session/list', 'List sessions, a page at a time.', 'ListSessionsRequest', 'ListSessionsResponse'),
  byAgent('session/delete', 'Delete a session.', 'DeleteSessionRequest', 'DeleteSessionResponse'),
  byAgent('session/close', 'End the work of a session.', 'CloseSessionRequest', 'CloseSessionResponse'),
  byAgent(
    'session/set_config_option',
    'Set a configuration option.',
    'SetSessionConfigOptionRequest',
    'SetSessionConfigOptionResponse',
  ),
  byAgent('session/prompt', 'Start a turn and wait for its end.', 'PromptRequest', 'PromptResponse'),
  byAgent('session/cancel', 'Ask for the end of the running turn.', 'CancelNotification'),
  byClient('session/update', 'Report what happened.', 'SessionNotification'),
  byClient(
    'session/request_permission',
    'Ask the person about a tool call.',
    'RequestPermissionRequest',
    'RequestPermissionResponse',
  ),
];

const onlyV1: readonly Method[] = [
  byAgent('session/set_mode', 'Change the mode.', 'SetSessionModeRequest', 'SetSessionModeResponse'),
  byClient('fs/read_text_file', 'Read a file through the client.', 'ReadTextFileRequest', 'ReadTextFileResponse'),
  byClient('fs/write_text_file', 'Write a file through the client.', 'WriteTextFileRequest', 'WriteTextFileResponse'),
  byClient('terminal/create', 'Run a command in a terminal.', 'CreateTerminalRequest', 'CreateTerminalResponse'),
  byClient('terminal/output', 'Get the output so far.', 'TerminalOutputRequest', 'TerminalOutputResponse'),
  byClient(
    'terminal/wait_for_exit',
    'Wait for the end of the command.',
    'WaitForTerminalExitRequest',
    'WaitForTerminalExitResponse',
  ),
  byClient('terminal/kill', 'End the command.', 'KillTerminalRequest', 'KillTerminalResponse'),
  byClient('terminal/release', 'Free the terminal.', 'ReleaseTerminalRequest', 'ReleaseTerminalResponse'),
];

/** The methods of each version. */
export const methods: { readonly v1: readonly Method[]; readonly june: readonly Method[] } = {
  v1: [...alike, ...onlyV1],
  june: alike,
};
