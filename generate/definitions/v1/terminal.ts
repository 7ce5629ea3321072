import { record, type Topic } from '../../language.ts';

const named = {
  sessionId: ['SessionId', 'The session.'],
  terminalId: ['string', 'The terminal.'],
} as const;

const exit = {
  'exitCode?': ['uint32 | null', 'The exit code; none if a signal ended it.'],
  'signal?': ['string | null', 'The signal that ended it.'],
} as const;

/** Terminals of the client, as v1 has them. */
export const terminal: Topic = {
  CreateTerminalRequest: record('Asks the client to run a command in a terminal.', {
    sessionId: named.sessionId,
    command: ['string', 'The program.'],
    'args?': ['string[]', 'Its arguments.'],
    'env?': ['EnvVariable[]', 'Environment variables to set.'],
    'cwd?': ['path | null', 'Where to run it, as an absolute path.'],
    'outputByteLimit?': ['uint64 | null', 'How many bytes of output to keep; the oldest go first.'],
  }),
  CreateTerminalResponse: record('The command has started.', { terminalId: ['string', 'The terminal.'] }),
  TerminalOutputRequest: record('Asks for the output so far.', named),
  TerminalExitStatus: record('How a command ended.', exit),
  TerminalOutputResponse: record('The output so far.', {
    output: ['string', 'The output that was kept.'],
    truncated: ['boolean', 'Whether older output was dropped.'],
    'exitStatus?': ['TerminalExitStatus | null', 'How the command ended, if it has.'],
  }),
  WaitForTerminalExitRequest: record('Waits until the command has ended.', named),
  WaitForTerminalExitResponse: record('The command has ended.', exit),
  KillTerminalRequest: record('Ends the command and keeps the terminal.', named),
  KillTerminalResponse: record('The command is ended.'),
  ReleaseTerminalRequest: record('Ends the command and frees the terminal.', named),
  ReleaseTerminalResponse: record('The terminal is freed.'),
};
