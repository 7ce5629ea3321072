import { dialects } from '../../../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { formatIssue } from '../../../../protocol/reading/issue.ts';
import { isAnswer } from '../../peer-line.ts';
import { fail, type SeenFrame } from '../../verdict.ts';
import type { ClientCheck } from '../client-check.ts';
import { type ClientLine, sessionId } from '../client-line.ts';
import type { ClientStage } from '../client-stage.ts';

const options: readonly JsonObject[] = [
  { optionId: 'yes-1', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no-1', name: 'Reject', kind: 'reject_once' },
];

/** How a client answers when it is asked for permission. */
export const permissionChecks: readonly ClientCheck[] = [
  {
    id: 'permission.answered',
    title: 'a permission request is answered once, with an option that was offered or with "cancelled".',
    requirements: { v1: ['C22', 'B5'], june: ['C22', 'B5'], november: ['C22', 'B5'] },
    async run(stage) {
      const { client } = await stage.prompted();
      client.update(client.words.announced({ toolCallId: 'asked', title: 'Write', status: 'pending' }));
      const { id, sent } = ask(client, 'asked', options);
      const answer = await client.line.answerTo(id, 'session/request_permission');
      checkOutcome(stage, answer.frame, sent, options);
      await stage.alive(client, 'a permission request', sent);
      once(client, id, sent);
    },
  },
  {
    id: 'permission.unannounced',
    title: 'a permission request for a tool call that was not reported before is answered as any other.',
    requirements: { v1: ['C22'], june: ['C22'], november: ['N65'] },
    async run(stage) {
      const { client } = await stage.prompted();
      const { id, sent } = ask(client, 'never-reported', options);
      const answer = await client.line.answerTo(id, 'session/request_permission');
      checkOutcome(stage, answer.frame, sent, options);
    },
  },
  {
    id: 'permission.two',
    title: 'two permission requests that are open at the same time are answered once each.',
    requirements: { v1: ['B5', 'C22'], june: ['B5', 'C22'], november: ['B5', 'C22'] },
    async run(stage) {
      const { client } = await stage.prompted();
      const other = options.map((option) => ({ ...option, optionId: `other-${option['optionId']}` }));
      const asked = [
        { ...ask(client, 'first', options), offered: options },
        { ...ask(client, 'second', other), offered: other },
      ];
      // All answers are awaited before any is looked at: they come in any order.
      const answers = await Promise.all(asked.map(({ id }) => client.line.answerTo(id, 'session/request_permission')));
      for (const [index, { frame }] of answers.entries()) {
        const { sent, offered } = asked[index] as (typeof asked)[number];
        checkOutcome(stage, frame, sent, offered);
      }
      await stage.alive(client, 'two permission requests');
      for (const { id, sent } of asked) once(client, id, sent);
    },
  },
  {
    id: 'permission.unknown-kinds',
    title: 'a permission request whose options are of kinds that the client does not know is answered.',
    requirements: { june: ['C24'], november: ['C24'] },
    async run(stage) {
      const { client } = await stage.prompted();
      const odd = options.map((option) => ({ ...option, kind: '_emend_check' }));
      const { id, sent } = ask(client, 'odd', odd);
      const answer = await client.line.answerTo(id, 'session/request_permission');
      checkOutcome(stage, answer.frame, sent, odd);
    },
  },
  {
    id: 'permission.withdrawn',
    title: 'a permission request that the agent withdraws is still answered once.',
    requirements: { november: ['N64'] },
    async run(stage) {
      const { client } = await stage.prompted();
      const { id, sent } = ask(client, 'withdrawn', options);
      const withdrawal = client.line.notify('$/cancel_request', { requestId: id });
      const answer = await client.line.answerTo(id, 'session/request_permission');
      // -32800 says the same, though in other words.
      if (answer.error === undefined) checkOutcome(stage, answer.frame, sent, options);
      await stage.alive(client, 'a permission request that was withdrawn', sent, withdrawal);
      once(client, id, sent);
    },
  },
];

/** Asks for permission for a tool call. The id is one that no other request of the kit has. */
export function ask(
  { line, words }: ClientLine,
  toolCallId: string,
  offered: readonly JsonObject[],
): { readonly id: string; readonly sent: SeenFrame } {
  const id = `permission-${toolCallId}`;
  const params = words.permission(sessionId, { toolCallId, title: 'Write' }, offered);
  return { id, sent: line.send({ jsonrpc: '2.0', id, method: 'session/request_permission', params }) };
}

/** Checks that an answer is an outcome of the dialect, and names what was offered. */
export function checkOutcome(
  { dialect }: ClientStage,
  frame: SeenFrame,
  request: SeenFrame,
  offered: readonly JsonObject[],
): JsonObject {
  const { result, error } = frame.message as JsonObject;
  if (isObject(error)) fail(`it was answered with the error ${error['code']}: ${error['message']}`, request, frame);
  const read = dialects[dialect].methods['session/request_permission']?.result?.decode(result, 'strict');
  if (read?.ok === false) fail(`the answer is malformed: ${read.issues.map(formatIssue).join('; ')}`, request, frame);
  const outcome = isObject(result) && isObject(result['outcome']) ? result['outcome'] : {};
  const isOffered = offered.some(({ optionId }) => optionId === outcome['optionId']);
  if (outcome['outcome'] === 'selected' && !isOffered)
    fail('the answer names an option that was not offered', request, frame);
  return outcome;
}

function once({ line }: ClientLine, id: string, request: SeenFrame): void {
  const answers = line.frames.filter(
    ({ from, message }) => from === 'client' && isAnswer(message) && message['id'] === id,
  );
  if (answers.length !== 1) fail(`it was answered ${answers.length} times`, request, ...answers);
}
