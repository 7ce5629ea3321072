import { lenient, openUnion, record, type Topic } from '../../language.ts';

/** Permission requests in November. */
export const permission = {
  ToolCallPermissionSubject: record('Permission for a tool call.', {
    toolCall: ['ToolCallUpdate', 'Updates the tool call before the user is asked.'],
  }),
  CommandPermissionSubject: record('Permission to run a command.', {
    command: ['string', 'Command to run.'],
    cwd: ['AbsolutePath', 'Working directory of the command.'],
    'toolCallId?': ['ToolCallId | null', 'Id of the tool call that runs it.', lenient],
    'terminalId?': ['TerminalId | null', 'Id of the terminal that runs it.', lenient],
  }),
  RequestPermissionSubject: openUnion('What permission is asked for.', {
    tool_call: 'ToolCallPermissionSubject',
    command: 'CommandPermissionSubject',
  }),
  RequestPermissionRequest: record('Asks the user for permission.', {
    sessionId: ['SessionId', 'Id of the session.'],
    title: ['string', 'Question to show.'],
    'description?': ['string | null', 'Details for the user.', lenient],
    'subject?': ['RequestPermissionSubject | null', 'What permission is asked for.'],
    options: ['PermissionOption[+]', 'Answers to choose from.'],
  }),
  CancelledPermissionOutcome: record('The request was cancelled.'),
  RequestPermissionOutcome: openUnion(
    'The outcome of a permission request. An unknown outcome is not an approval.',
    { cancelled: 'CancelledPermissionOutcome', selected: 'SelectedPermissionOutcome' },
    { tag: 'outcome' },
  ),
} satisfies Topic;
