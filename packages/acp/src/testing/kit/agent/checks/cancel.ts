import { isObject } from '../../../../protocol/reading/guard.ts';
import { fail } from '../../verdict.ts';
import type { AgentCheck } from '../agent-check.ts';
import { updateOf } from '../agent-line.ts';

/** How an agent stops. */
export const cancelChecks: readonly AgentCheck[] = [
  {
    id: 'cancel.running',
    title: 'a turn that is cancelled ends with the stop reason "cancelled".',
    requirements: { v1: ['A33', 'A34'], june: ['A33', 'A34'], november: ['N28', 'N29'] },
    async run(scene) {
      const text = scene.prompt('slow');
      const { agent, sessionId } = await scene.session();
      const from = agent.line.frames.length;
      const { turn } = agent.startTurn(sessionId, text);
      await firstSign(agent.updatesOf(sessionId, from).length > 0, () =>
        agent.line.next((frame) => updateOf(frame)?.sessionId === sessionId, 'a sign of the turn'),
      );
      const cancel = agent.cancel(sessionId);
      const { stopReason, end, answer } = await turn;
      if (answer.error !== undefined) fail('the cancelled prompt was answered with an error', cancel, answer.frame);
      if (stopReason !== 'cancelled') fail(`the turn ended with "${stopReason}"`, cancel, end);
    },
  },
  {
    id: 'cancel.idle',
    title: 'a cancel when nothing runs changes nothing, also twice.',
    requirements: { v1: ['A33'], june: ['A33'], november: ['N28'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      agent.cancel(sessionId);
      agent.cancel(sessionId);
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
      const text = scene.prompt('slow');
      const { agent, sessionId } = await scene.session();
      const { turn } = agent.startTurn(sessionId, text);
      agent.cancel(sessionId);
      await turn;
      const { answer } = await agent.turn(sessionId, scene.prompts.ordinary);
      if (answer.error !== undefined) fail(`the next prompt failed: ${answer.error['message']}`, answer.frame);
    },
  },
  {
    id: 'cancel.permission',
    title: 'a turn that is cancelled while it asks for permission ends with "cancelled".',
    requirements: { v1: ['A34', 'C20'], june: ['A34', 'C20'], november: ['N30'] },
    async run(scene) {
      const text = scene.prompt('permission');
      const { agent, sessionId } = await scene.session();
      let open: unknown;
      agent.line.responders.set('session/request_permission', (_, id) => {
        open = id;
        return undefined;
      });
      const asks = agent.line.next(
        ({ message }) => isObject(message) && message['method'] === 'session/request_permission',
        'a permission request',
      );
      const { turn } = agent.startTurn(sessionId, text);
      await asks;
      const cancel = agent.cancel(sessionId);
      agent.line.send({ jsonrpc: '2.0', id: open, result: { outcome: { outcome: 'cancelled' } } });
      const { stopReason, end, answer } = await turn;
      if (answer.error !== undefined) fail('the cancelled prompt was answered with an error', cancel, answer.frame);
      if (stopReason !== 'cancelled') fail(`the turn ended with "${stopReason}"`, cancel, end);
    },
  },
];

async function firstSign(isThere: boolean, wait: () => Promise<unknown>): Promise<void> {
  if (!isThere) await wait();
}
