import { byAgent, byClient, byEither, type DialectDefinitions } from '../../language.ts';
import { shared } from '../base/methods.ts';
import { authentication } from './authentication.ts';
import { command } from './command.ts';
import { configOption } from './config-option.ts';
import { content } from './content.ts';
import { diff } from './diff.ts';
import { initialize } from './initialize.ts';
import { mcp } from './mcp.ts';
import { path } from './path.ts';
import { permission } from './permission.ts';
import { plan } from './plan.ts';
import { prompt } from './prompt.ts';
import { rpc } from './rpc.ts';
import { sessionSetup } from './session-setup.ts';
import { sessionUpdate } from './session-update.ts';
import { state } from './state.ts';
import { terminal } from './terminal.ts';
import { toolCall } from './tool-call.ts';

/** The draft of version 2 of November 2026. */
export const november: DialectDefinitions = {
  folder: 'november',
  schema: {
    id: 'urn:emend:acp:november',
    title: 'Agent Client Protocol, version 2, November',
    description: 'The draft of 2 November 2026. The root is one message; the types are under $defs.',
  },
  hasBatches: false,
  hasLenientMeta: true,
  topics: {
    rpc,
    authentication,
    command,
    'config-option': configOption,
    content,
    diff,
    initialize,
    mcp,
    path,
    permission,
    plan,
    prompt,
    'session-setup': sessionSetup,
    'session-update': sessionUpdate,
    state,
    terminal,
    'tool-call': toolCall,
  },
  methods: [
    shared.initialize,
    byAgent('auth/login', 'Logs in with one of the offered methods.', 'LoginAuthRequest', 'LoginAuthResponse'),
    byAgent('auth/logout', 'Logs out.', 'LogoutAuthRequest', 'LogoutAuthResponse'),
    shared.newSession,
    byAgent(
      'session/resume',
      'Continues a session and replays its history if asked to.',
      'ResumeSessionRequest',
      'ResumeSessionResponse',
    ),
    shared.listSessions,
    shared.closeSession,
    shared.deleteSession,
    shared.setConfigOption,
    byAgent(
      'session/prompt',
      'Adds a message of the user. Answered when it has its place in the conversation.',
      'PromptRequest',
      'PromptResponse',
    ),
    byAgent('session/cancel', 'Asks the agent to end its work.', 'CancelSessionNotification'),
    byAgent('tool_call/cancel', 'Cancels one tool call.', 'CancelToolCallRequest', 'CancelToolCallResponse'),
    byAgent('terminal/cancel', 'Ends the command of a terminal.', 'CancelTerminalRequest', 'CancelTerminalResponse'),
    byClient('session/update', 'Reports what happened in a session.', 'UpdateSessionNotification'),
    byClient(
      'session/request_permission',
      'Asks the user for permission.',
      'RequestPermissionRequest',
      'RequestPermissionResponse',
    ),
    byClient('elicitation/create', 'Asks the user for input.', 'CreateElicitationRequest', 'CreateElicitationResponse'),
    byClient(
      'elicitation/complete',
      'Reports that an elicitation outside of the client has ended.',
      'CompleteElicitationNotification',
    ),
    byEither('$/cancel_request', 'Takes back a request of the sender.', 'CancelRequestNotification'),
  ],
};
