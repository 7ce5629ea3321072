import { byAgent, byClient, byEither, type DialectDefinitions } from '../../language.ts';
import { shared } from '../base/methods.ts';
import { proposalFor } from '../base/proposal.ts';
import { authentication } from './authentication.ts';
import { command } from './command.ts';
import { configOption } from './config-option.ts';
import { content } from './content.ts';
import { elicitation } from './elicitation.ts';
import { fileSystem } from './file-system.ts';
import { initialize } from './initialize.ts';
import { mcp } from './mcp.ts';
import { message } from './message.ts';
import { mode } from './mode.ts';
import { permission } from './permission.ts';
import { plan } from './plan.ts';
import { prompt } from './prompt.ts';
import { rpc } from './rpc.ts';
import { sessionSetup } from './session-setup.ts';
import { sessionUpdate } from './session-update.ts';
import { terminal } from './terminal.ts';
import { toolCall } from './tool-call.ts';

/** Version 1. */
export const v1: DialectDefinitions = {
  folder: 'v1',
  schema: {
    id: 'urn:emend:acp:v1',
    title: 'Agent Client Protocol, version 1',
    description: 'Version 1 as of 2 November 2026. The root is one message; the types are under $defs.',
  },
  hasBatches: false,
  hasLenientMeta: true,
  topics: {
    authentication,
    command,
    'config-option': configOption,
    content,
    elicitation,
    'file-system': fileSystem,
    initialize,
    mcp,
    message,
    mode,
    permission,
    plan,
    prompt,
    proposal: proposalFor(sessionUpdate.SessionUpdate),
    rpc,
    'session-setup': sessionSetup,
    'session-update': sessionUpdate,
    terminal,
    'tool-call': toolCall,
  },
  methods: [
    ...Object.values(shared),
    byAgent('session/set_mode', 'Changes the mode.', 'SetSessionModeRequest', 'SetSessionModeResponse'),
    byClient('elicitation/create', 'Asks the user for input.', 'CreateElicitationRequest', 'CreateElicitationResponse'),
    byClient(
      'elicitation/complete',
      'Reports that an elicitation outside of the client has ended.',
      'CompleteElicitationNotification',
    ),
    byClient('fs/read_text_file', 'Reads a file of the client.', 'ReadTextFileRequest', 'ReadTextFileResponse'),
    byClient('fs/write_text_file', 'Writes a file of the client.', 'WriteTextFileRequest', 'WriteTextFileResponse'),
    byClient('terminal/create', 'Runs a command in a terminal.', 'CreateTerminalRequest', 'CreateTerminalResponse'),
    byClient('terminal/output', 'Returns the output so far.', 'TerminalOutputRequest', 'TerminalOutputResponse'),
    byClient(
      'terminal/wait_for_exit',
      'Waits until the command has ended.',
      'WaitForTerminalExitRequest',
      'WaitForTerminalExitResponse',
    ),
    byClient('terminal/kill', 'Ends the command.', 'KillTerminalRequest', 'KillTerminalResponse'),
    byClient('terminal/release', 'Frees the terminal.', 'ReleaseTerminalRequest', 'ReleaseTerminalResponse'),
    byEither('$/cancel_request', 'Takes back a request of the sender.', 'CancelRequestNotification'),
  ],
};
