import { lenient, record, type Topic } from '../../language.ts';

const terminalId = ['TerminalId', 'Id of the terminal.'] as const;

/** Terminals of the agent. */
export const terminal = {
  Terminal: record('A terminal, shown inside a tool call.', { terminalId }),
  TerminalOutput: record('All output of a terminal.', { data: ['base64', 'The bytes in base64.'] }),
  TerminalExitStatus: record('How a command ended.', {
    'exitCode?': ['int64 | null', 'Exit code, if known.', lenient],
    'signal?': ['string | null', 'Signal that ended the command.', lenient],
  }),
  TerminalSize: record('The size of a terminal in characters.', {
    cols: ['positive16', 'Number of columns.'],
    rows: ['positive16', 'Number of rows.'],
  }),
  TerminalCancelCapabilities: record('Marks that the terminal can be cancelled.'),
  TerminalCapabilities: record('What can be done with a terminal.', {
    'cancel?': ['TerminalCancelCapabilities | null', 'Present if `terminal/cancel` works now.', lenient],
  }),
  TerminalUpdate: record('Creates or updates a terminal: omitted keeps, null clears, a value replaces.', {
    terminalId,
    'command?': ['string | null', 'Command that runs in the terminal.', lenient],
    'cwd?': ['AbsolutePath | null', 'Working directory of the command.', lenient],
    'output?': ['TerminalOutput | null', 'All output so far.', lenient],
    'exitStatus?': ['TerminalExitStatus | null', 'How the command ended.', lenient],
    'size?': ['TerminalSize | null', 'Size of the terminal.', lenient],
    'capabilities?': ['TerminalCapabilities | null', 'What can be done with the terminal now.', lenient],
  }),
  TerminalOutputChunk: record('Appends to the output of a terminal.', {
    terminalId,
    data: ['base64', 'The bytes in base64.'],
  }),
  CancelTerminalRequest: record('Ends the command of a terminal.', {
    sessionId: ['SessionId', 'Id of the session.'],
    terminalId,
  }),
  CancelTerminalResponse: record('The command is being ended.'),
} satisfies Topic;
