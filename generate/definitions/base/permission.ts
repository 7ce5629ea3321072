import { alias, closedUnion, notEmpty, record, type Topic } from '../../language.ts';

/** Permission requests, alike in both versions. */
export const permission: Topic = {
  PermissionOptionId: alias('Names a permission option within its request.', 'id'),
  PermissionOption: record('One answer that a person can give to a permission request.', {
    optionId: ['PermissionOptionId', 'The option, for the answer.'],
    name: ['string', 'The label to show.'],
    kind: ['PermissionOptionKind', 'What choosing it means.'],
  }),
  RequestPermissionRequest: record('Asks the person whether a tool call may go on.', {
    sessionId: ['SessionId', 'The session.'],
    toolCall: ['ToolCallUpdate', 'The tool call in question.'],
    options: ['PermissionOption[]', 'The answers to choose from.', notEmpty],
  }),
  SelectedPermissionOutcome: record('The person chose an option.', {
    optionId: ['PermissionOptionId', 'The chosen option.'],
  }),
  RequestPermissionOutcome: closedUnion(
    'What came of a permission request; anything unknown is no approval.',
    { cancelled: null, selected: 'SelectedPermissionOutcome' },
    { tag: 'outcome' },
  ),
  RequestPermissionResponse: record('The answer to a permission request.', {
    outcome: ['RequestPermissionOutcome', 'What the person decided.'],
  }),
};
