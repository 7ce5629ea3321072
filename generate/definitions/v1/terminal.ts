import { lenient, nullIsAbsent, record, type Topic } from '../../language.ts';

const named = {
  sessionId: ['SessionId', 'Id of the session.'],
  terminalId: ['TerminalId', 'Id of the terminal.'],
} as const;

const exit = {
  'exitCode?': ['uint32 | null', 'Exit code. Absent if a signal ended the command.', lenient],
  'signal?': ['string | null', 'Signal that ended the command.', lenient],
} as const;

/** Terminals of the client. */
export const terminal = {
  CreateTerminalRequest: record('Runs a command in a terminal of the client.', {
    sessionId: named.sessionId,
    command: ['string', 'Program to run.'],
    'args?': ['string[]', 'Arguments of the program.', nullIsAbsent],
    'env?': ['EnvVariable[]', 'Environment variables to set.', nullIsAbsent],
    'cwd?': ['path | null', 'Working directory, as an absolute path.'],
    'outputByteLimit?': ['uint64 | null', 'How many bytes of output to keep. The oldest are dropped first.'],
  }),
  CreateTerminalResponse: record('The command has started.', { terminalId: named.terminalId }),
  TerminalOutputRequest: record('Requests the output so far.', named),
  TerminalExitStatus: record('How a command ended.', exit),
  TerminalOutputResponse: record('The output so far.', {
    output: ['string', 'Output that was kept.'],
    truncated: ['boolean', 'Whether older output was dropped.'],
    'exitStatus?': ['TerminalExitStatus | null', 'How the command ended. Absent while it runs.', lenient],
  }),
  WaitForTerminalExitRequest: record('Waits until the command has ended.', named),
  WaitForTerminalExitResponse: record('The command has ended.', exit),
  KillTerminalRequest: record('Ends the command and keeps the terminal.', named),
  KillTerminalResponse: record('The command has been ended.'),
  ReleaseTerminalRequest: record('Ends the command and frees the terminal.', named),
  ReleaseTerminalResponse: record('The terminal is freed.'),
} satisfies Topic;
