import type { JsonObject } from '../../../../protocol/reading/guard.ts';
import { fail } from '../../verdict.ts';
import { type BridgeCheck, inEveryPair } from '../bridge-check.ts';
import { answersTo, fromBridge, hasAll, hasMethod, seen } from '../seen-messages.ts';

const newSession = (cwd: string) => ({ method: 'session/new', params: { cwd, mcpServers: [] } });

/** How requests and answers find each other across a bridge. */
export const idChecks: readonly BridgeCheck[] = [
  {
    id: 'ids.kept',
    title: 'an answer has the id of its request, be it a text or a number, and comes once.',
    requirements: inEveryPair(['B5'], { november: ['N81'] }),
    async run(scene) {
      const { client } = await scene.open();
      for (const id of ['emend-check-ä', '7', 0, 4_000_000_123, -5]) {
        const answered = client.line.answerTo(id, `the request with the id ${JSON.stringify(id)}`);
        client.line.send({ jsonrpc: '2.0', id, ...newSession(scene.cwd) });
        const { frame, error } = await answered;
        if (error !== undefined) fail(`the request with the id ${JSON.stringify(id)} was refused`, frame);
      }
      await client.newSession();
      for (const id of ['emend-check-ä', '7', 0, 4_000_000_123, -5]) {
        const answers = answersTo(client.line, id);
        if (answers.length !== 1) fail(`the id ${JSON.stringify(id)} was answered ${answers.length} times`, ...answers);
      }
    },
  },
  {
    id: 'ids.reversed',
    title: 'answers that come in another order than their requests reach the right ones.',
    requirements: inEveryPair(['B5']),
    async run(scene) {
      const { client, agent } = await scene.open();
      const open: unknown[] = [];
      agent.line.responders.set('session/new', (_, id) => {
        open.push(id);
        return undefined;
      });
      const { method, params } = newSession(scene.cwd);
      const asked = ['x', 'y', 'z'].map((id) => {
        const answer = client.line.answerTo(id, 'session/new');
        answer.catch(() => {});
        client.line.send({ jsonrpc: '2.0', id, method, params });
        return { id, answer };
      });
      await seen(agent.line, () => fromBridge(agent.line).filter(hasMethod(method)).length >= 3, 'three requests');
      for (const [index, id] of [...open.entries()].reverse())
        agent.line.send({ jsonrpc: '2.0', id, result: { sessionId: `for-${'xyz'[index]}` } });
      for (const { id, answer } of asked) {
        const { frame, result } = await answer;
        if ((result as JsonObject | undefined)?.['sessionId'] !== `for-${id}`)
          fail(`the request "${id}" got the answer of another`, frame);
      }
    },
  },
  {
    id: 'ids.reused',
    title: 'an id may be used again once its request was answered.',
    requirements: inEveryPair(['B5']),
    async run(scene) {
      const { client } = await scene.open();
      const given: unknown[] = [];
      for (let time = 0; time < 3; time += 1) {
        const answered = client.line.answerTo('again', `request ${time + 1} with the same id`);
        client.line.send({ jsonrpc: '2.0', id: 'again', ...newSession(scene.cwd) });
        const { frame, result } = await answered;
        const { sessionId } = (result ?? {}) as JsonObject;
        if (given.includes(sessionId)) fail('it got the answer to an earlier request', frame);
        given.push(sessionId);
      }
    },
  },
  {
    id: 'ids.both-sides',
    title: 'a request of the client and one of the agent may have the same id.',
    requirements: inEveryPair(['B5']),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      let outcome: unknown;
      agent.onPrompt = async (turn) => {
        const toolCall = { toolCallId: 'call-1', title: 'Write', kind: 'edit', status: 'pending' };
        turn.announce(toolCall);
        // The prompt is open while the agent asks under the same id.
        const answer = agent.line.answerTo(turn.id, 'the permission request');
        const about =
          agent.dialect === 'november' ? { title: 'Write', subject: { type: 'tool_call', toolCall } } : { toolCall };
        const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
        agent.line.send({
          jsonrpc: '2.0',
          id: turn.id,
          method: 'session/request_permission',
          params: { sessionId, ...about, options },
        });
        const answered = await answer.catch(() => undefined);
        outcome = answered?.result;
        turn.end();
      };
      client.line.responders.set('session/request_permission', () => ({
        outcome: { outcome: 'selected', optionId: 'yes' },
      }));
      const { stopReason, end } = await client.turn(sessionId, 'Ask');
      if (stopReason !== 'end_turn') fail(`the turn ended with "${stopReason}"`, end);
      if (!hasAll(outcome, { outcome: { outcome: 'selected', optionId: 'yes' } }))
        fail('the agent did not get the answer of the client', ...fromBridge(agent.line).slice(-1));
    },
  },
  {
    id: 'ids.strange-answer',
    title: 'an answer that nobody asked for harms nothing, from either side.',
    requirements: inEveryPair(['K2']),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      client.line.send({ jsonrpc: '2.0', id: 'nobody-asked', result: {} });
      client.line.send({ jsonrpc: '2.0', id: 987_654, error: { code: -32603, message: 'No.' } });
      agent.line.send({ jsonrpc: '2.0', id: 'nobody-asked-either', result: { stopReason: 'end_turn' } });
      const { stopReason, end } = await client.turn(sessionId, 'Hello');
      if (stopReason !== 'end_turn') fail(`the next turn ended with "${stopReason}"`, end);
    },
  },
  {
    id: 'ids.notification',
    title: 'a notification is not answered.',
    requirements: inEveryPair(['B4']),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const from = [client.line.frames.length, agent.line.frames.length] as const;
      client.line.notify('session/cancel', { sessionId });
      client.line.notify('_emend.check/note', {});
      agent.line.notify('_emend.check/note', {});
      await client.newSession();
      for (const [index, line] of [client.line, agent.line].entries()) {
        const answer = fromBridge(line, from[index]).find(
          ({ message }) =>
            (message as JsonObject)?.['id'] === undefined && (message as JsonObject)?.['method'] === undefined,
        );
        const nulls = fromBridge(line, from[index]).find(({ message }) => (message as JsonObject)?.['id'] === null);
        if (answer !== undefined || nulls !== undefined) fail('a notification was answered', answer ?? nulls);
      }
    },
  },
];
