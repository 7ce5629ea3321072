import { expect, test } from 'vitest';
import { NodeRouter, type NodeStep } from './node-router.ts';

const message = (body: object): string => JSON.stringify({ jsonrpc: '2.0', ...body });
const toClient = (frame: string): NodeStep => ({ type: 'to-client', frame });
const accepted = (id: number): string => message({ id, result: { messageId: 'u' } });
const prompt = (id: number): string =>
  message({ id, method: 'session/prompt', params: { sessionId: 's', prompt: [] } });

test('[RE93] a turn that runs or is accepted when its node says that it has lost the session may have been run in part', () => {
  const refused = (id: number, reason: string) => {
    const error = { code: -32050, message: 'Not now.', data: { failure: 'not_owner', reason } };
    return message({ id, error });
  };
  const machine = 'This machine has lost its sessions, and looks for them.';
  const ofTurn = {
    code: -32050,
    message: `${machine} The prompt may have been run in part: look at the session before you send it again.`,
    data: { reason: 'turn_lost' },
  };
  const ended = message({
    method: 'session/update',
    params: {
      sessionId: 's',
      update: { sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error: ofTurn },
    },
  });
  const router = new NodeRouter();
  router.fromClient(message({ id: 1, method: 'session/load', params: { sessionId: 's', cwd: '/' } }));
  router.located('s', 'b');
  router.fromNode('b', message({ id: 1, result: {} }));
  router.fromClient(prompt(2));
  router.fromNode('b', accepted(2));
  router.fromClient(prompt(3));
  router.fromClient(prompt(4));
  const follow: NodeStep = { type: 'follow', session: 's', isAgain: false };
  expect(router.fromNode('b', refused(3, 'turn_lost'))).toEqual([
    toClient(refused(3, 'turn_lost')),
    toClient(ended),
    follow,
  ]);
  expect(router.fromNode('b', accepted(4))).toEqual([toClient(accepted(4)), toClient(ended)]);
  // What is asked from now on was not run.
  const lost = { code: -32050, message: `${machine} Try again in a moment.`, data: { reason: 'owner_lost' } };
  expect(router.fromClient(prompt(5))).toEqual([toClient(message({ id: 5, error: lost }))]);
});
