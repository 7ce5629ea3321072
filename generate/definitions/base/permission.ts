import { alias, closedUnion, notEmpty, openEnum, record, type Topic } from '../../language.ts';

/** Permission requests. */
export const permission = {
  PermissionOptionId: alias('Id of a permission option, unique within its request.', 'id'),
  PermissionOptionKind: openEnum('What choosing a permission option means.', {
    allow_once: 'Allow it this time.',
    allow_always: 'Allow it and do not ask again.',
    reject_once: 'Reject it this time.',
    reject_always: 'Reject it and do not ask again.',
  }),
  PermissionOption: record('An answer that the user can give to a permission request.', {
    optionId: ['PermissionOptionId', 'Id of the option, for the answer.'],
    name: ['string', 'Label to show.'],
    kind: ['PermissionOptionKind', 'What choosing it means.'],
  }),
  RequestPermissionRequest: record('Asks the user whether a tool call may continue.', {
    sessionId: ['SessionId', 'Id of the session.'],
    toolCall: ['ToolCallUpdate', 'The tool call in question.'],
    options: ['PermissionOption[]', 'Answers to choose from.', notEmpty],
  }),
  SelectedPermissionOutcome: record('The user chose an option.', {
    optionId: ['PermissionOptionId', 'Id of the chosen option.'],
  }),
  RequestPermissionOutcome: closedUnion(
    'The outcome of a permission request. An unknown outcome is not an approval.',
    { cancelled: null, selected: 'SelectedPermissionOutcome' },
    { tag: 'outcome' },
  ),
  RequestPermissionResponse: record('The answer to a permission request.', {
    outcome: ['RequestPermissionOutcome', 'What the user decided.'],
  }),
} satisfies Topic;
