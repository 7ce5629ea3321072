import { isObject } from '../../../../protocol/reading/guard.ts';
import { needing } from '../../needing.ts';
import { fail, type SeenFrame, skip, warn } from '../../verdict.ts';
import { area, inAll, noSession } from '../agent-check.ts';
import { type SeenTurn, updateOf } from '../agent-line.ts';
import type { AgentScene } from '../agent-scene.ts';
import { allowing } from '../permission-answer.ts';
import { isMessage } from '../told-messages.ts';

/** How an agent stops. */
export const cancelChecks = area('shared', [
  {
    id: 'cancel.running',
    title: 'a turn that is cancelled ends with the stop reason "cancelled".',
    requirements: { v1: ['A33', 'A34'], june: ['A33', 'A34'], november: ['N28', 'N29'] },
    async run(scene) {
      const text = scene.prompt('slow');
      const { agent, sessionId } = await scene.session();
      const { from, turn } = agent.startTurn(sessionId, text);
      await agent.sign(sessionId, from);
      const cancel = agent.cancel(sessionId);
      wasCancelled(await turn, cancel);
    },
  },
  {
    id: 'cancel.twice',
    title: 'a second cancel of the same turn changes nothing: it ends once, and the session goes on.',
    requirements: { v1: ['A33', 'A34'], june: ['A33', 'A34'], november: ['N28'] },
    async run(scene) {
      const { agent, sessionId, turn } = await scene.running();
      const cancel = agent.cancel(sessionId);
      agent.cancel(sessionId);
      await needing('cancel.running', async () => wasCancelled(await turn, cancel));
      // Later than the turn: nothing runs any more.
      agent.cancel(sessionId);
      await agent.settled();
      const { answer, stopReason, end } = await agent.turn(sessionId, scene.prompts.ordinary);
      if (answer.error !== undefined) fail('the next prompt was answered with an error', answer.frame);
      if (stopReason === 'cancelled') fail('the next turn was cancelled, too', end);
    },
  },
  {
    id: 'cancel.early',
    title: 'a prompt that is cancelled before it shows any sign of work ends with "cancelled".',
    requirements: { v1: ['A34'], june: ['A34'], november: ['N28'] },
    async run(scene) {
      const text = scene.prompt('slow');
      const { agent, sessionId } = await scene.session();
      const { turn } = agent.startTurn(sessionId, text);
      const cancel = agent.cancel(sessionId);
      const seen = await turn;
      // Cancelled before it was inserted.
      if (scene.dialect === 'november' && seen.answer.error?.['code'] === -32800) return;
      wasCancelled(seen, cancel);
    },
  },
  {
    id: 'cancel.idle',
    title: 'a cancel when nothing runs changes nothing.',
    requirements: { v1: ['A33'], june: ['A33'], november: ['N28'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      agent.cancel(sessionId);
      await agent.settled();
      const { answer, stopReason, end } = await agent.turn(sessionId, scene.prompts.ordinary);
      if (answer.error !== undefined) fail(`the next prompt failed: ${answer.error['message']}`, answer.frame);
      if (stopReason === 'cancelled') fail('the next turn was cancelled', end);
    },
  },
  {
    id: 'cancel.next-turn',
    title: 'after a cancelled turn the session goes on.',
    requirements: { v1: ['A34'], june: ['A34'], november: ['N28'] },
    async run(scene) {
      const { agent, sessionId, turn } = await scene.running();
      agent.cancel(sessionId);
      await needing('cancel.running', () => turn);
      const { answer, stopReason, end } = await agent.turn(sessionId, scene.prompts.ordinary);
      if (answer.error !== undefined) fail(`the next prompt failed: ${answer.error['message']}`, answer.frame);
      if (stopReason === 'cancelled') fail('the next turn was cancelled, too', end);
    },
  },
  {
    id: 'cancel.updates-before',
    title: 'what is still told of a cancelled turn comes before its end.',
    requirements: { v1: ['A35'], june: ['A35'], november: ['N28'] },
    async run(scene) {
      const { agent, sessionId, turn } = await scene.running();
      agent.cancel(sessionId);
      const { end } = await needing('cancel.running', () => turn);
      await agent.settled();
      const late = agent.updatesOf(sessionId, agent.line.evidence.placeOf(end) + 1).find(isMessage);
      if (late !== undefined) fail('text of the turn came after its end', end, late);
    },
  },
  {
    id: 'cancel.other-session',
    title: 'a cancel stops the turn of its session and no other.',
    requirements: { v1: ['A33'], june: ['A33'], november: ['N28'] },
    async run(scene) {
      const { agent, sessionId, turn } = await scene.running();
      const other = await agent.newSession();
      if (other === sessionId) skip('needs session.unique-ids, which fails');
      const second = agent.startTurn(other, scene.prompt('slow'));
      await needing('cancel.running', () => agent.sign(other, second.from));
      agent.cancel(other);
      await needing('cancel.running', () => second.turn);
      let ended: SeenTurn | undefined;
      turn.then(
        (seen) => {
          ended = seen;
        },
        () => {},
      );
      await agent.settled();
      if (ended !== undefined) fail('the turn of the other session ended, too', ended.end);
      const cancel = agent.cancel(sessionId);
      wasCancelled(await turn, cancel);
    },
  },
  {
    id: 'cancel.unknown-session',
    title: 'a cancel for a session that does not exist is ignored.',
    requirements: inAll('A33', 'B4'),
    async run(scene) {
      const agent = await scene.open();
      await agent.survives(() => agent.cancel(noSession));
    },
  },
  {
    id: 'cancel.permission',
    title: 'a turn that is cancelled while it asks for permission ends with "cancelled".',
    requirements: { v1: ['A34', 'C20'], june: ['A34', 'C20'], november: ['N30'] },
    async run(scene) {
      const { agent, sessionId, turn, request } = await asking(scene);
      // A request that crosses the cancel is answered as those that were open: the agent may wait for it.
      agent.line.responders.set('session/request_permission', () => cancelled);
      const cancel = agent.cancel(sessionId);
      agent.line.send({ jsonrpc: '2.0', id: request, result: cancelled });
      wasCancelled(await turn, cancel);
    },
  },
  {
    id: 'cancel.permission-unanswered',
    title: 'a turn that is cancelled does not wait for the answer to its permission request, and withdraws it.',
    requirements: { november: ['N30'] },
    async run(scene) {
      const { agent, sessionId, turn, request } = await asking(scene);
      const cancel = agent.cancel(sessionId);
      wasCancelled(await turn, cancel);
      const isWithdrawn = agent.line.frames.some(({ from, message }) => {
        if (from !== 'agent' || !isObject(message) || message['method'] !== '$/cancel_request') return false;
        return isObject(message['params']) && message['params']['requestId'] === request;
      });
      if (!isWithdrawn) warn('the request was not withdrawn with $/cancel_request', cancel);
      await agent.survives(() => {
        agent.line.send({ jsonrpc: '2.0', id: request, result: cancelled });
      });
    },
  },
  {
    id: 'cancel.permission-late',
    title: 'permission that is given after the turn was cancelled is ignored.',
    requirements: { november: ['N30'] },
    async run(scene) {
      const { agent, sessionId, turn, request } = await asking(scene);
      agent.cancel(sessionId);
      await needing('cancel.permission-unanswered', () => turn);
      const asked = agent.line.frames.find(({ from, message }) => {
        return from === 'agent' && isObject(message) && message['id'] === request && 'method' in message;
      });
      const { params } = (asked?.message ?? {}) as { readonly params?: unknown };
      const from = agent.line.frames.length;
      const late = agent.line.send({ jsonrpc: '2.0', id: request, result: allowing(isObject(params) ? params : {}) });
      await agent.settled();
      const run = agent.updatesOf(sessionId, from).find((frame) => {
        const { toolCallId, status } = updateOf(frame)?.update ?? {};
        return toolCallId !== undefined && (status === 'in_progress' || status === 'completed');
      });
      if (run !== undefined) fail('the tool call was run', late, run);
    },
  },
  {
    id: 'cancel.request-of-nothing',
    title: '$/cancel_request for a request that does not exist is ignored.',
    requirements: inAll('B4', 'B11'),
    async run(scene) {
      const agent = await scene.open();
      await agent.survives(() => agent.line.notify('$/cancel_request', { requestId: 'emend-check-no-such-request' }));
    },
  },
]);

function wasCancelled({ answer, stopReason, end }: SeenTurn, cancel: SeenFrame): void {
  if (answer.error !== undefined) fail('the cancelled prompt was answered with an error', cancel, answer.frame);
  if (stopReason !== 'cancelled') fail(`the turn ended with "${stopReason}"`, cancel, end);
}

const cancelled = { outcome: { outcome: 'cancelled' } };

/** Has a turn that asks for permission, and leaves the request open. */
async function asking(scene: AgentScene) {
  const text = scene.prompt('permission');
  const { agent, sessionId } = await scene.session();
  let request: unknown;
  agent.line.responders.set('session/request_permission', (_, id) => {
    request ??= id;
    return undefined;
  });
  const asks = agent.line.next(
    ({ message }) => isObject(message) && message['method'] === 'session/request_permission',
    'a permission request',
  );
  const { turn } = agent.startTurn(sessionId, text);
  await needing('permission.asked', () => asks);
  return { agent, sessionId, turn, request };
}
