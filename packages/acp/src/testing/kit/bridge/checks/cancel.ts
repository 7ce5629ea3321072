import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { fail, warn } from '../../verdict.ts';
import type { AgentTurn } from '../agent-turn.ts';
import { type BridgeCheck, forPairs, inEveryPair } from '../bridge-check.ts';
import { hasDialect } from '../dialect-pair.ts';
import { fromBridge, hasAll, hasMethod, holdsText, paramsOf, seen } from '../seen-messages.ts';

const toolCall = { toolCallId: 'call-1', title: 'Write out.txt', kind: 'edit', status: 'pending' } as const;
const permission = 'session/request_permission';

/** How work is stopped across a bridge. */
export const cancelChecks: readonly BridgeCheck[] = [
  {
    id: 'cancel.turn',
    title: 'session/cancel reaches the agent, and the turn ends with "cancelled" after its last updates.',
    requirements: forPairs((pair) => (hasDialect(pair, 'november') ? ['A33', 'A34', 'N28'] : ['A33', 'A34', 'A35'])),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      let running: AgentTurn | undefined;
      agent.onPrompt = (turn) => {
        running = turn;
        turn.say('I work…');
      };
      const { turn } = client.startTurn(sessionId, 'Work');
      await seen(client.line, (frame) => holdsText([frame], 'I work…'), 'the first update of the turn');
      const from = agent.line.frames.length;
      client.cancel(sessionId);
      const cancel = await seen(agent.line, hasMethod('session/cancel'), 'session/cancel', from);
      if (paramsOf(cancel)['sessionId'] !== sessionId) fail('the agent is told to cancel another session', cancel);
      running?.say('I stop.');
      running?.end('cancelled');
      const { stopReason, end, answer, updates } = await turn;
      if (answer.error !== undefined) fail('the cancelled prompt was answered with an error', answer.frame);
      if (stopReason !== 'cancelled') fail(`the turn ended with "${stopReason}"`, end);
      if (!holdsText(updates, 'I stop.')) fail('the last update of the turn did not come before its end', end);
    },
  },
  {
    id: 'cancel.one-of-two',
    title: 'session/cancel of one session reaches the agent for that one only, and the turn of the other goes on.',
    requirements: forPairs((pair) => [
      'A33',
      ...(hasDialect(pair, 'november') ? ['N28'] : ['A34']),
      ...(pair.agent === 'november' && pair.client !== 'november' ? ['N91', 'N92'] : []),
    ]),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const other = await client.newSession();
      const running = new Map<unknown, AgentTurn>();
      agent.onPrompt = (turn) => {
        running.set(turn.sessionId, turn);
        turn.say(`At work in ${turn.sessionId}. `);
      };
      const first = client.startTurn(sessionId, 'Work');
      const second = client.startTurn(other, 'Work');
      for (const session of [sessionId, other])
        await seen(client.line, (frame) => holdsText([frame], `At work in ${session}. `), `the turn of ${session}`);
      client.cancel(sessionId);
      await seen(agent.line, hasMethod('session/cancel'), 'session/cancel');
      running.get(sessionId)?.end('cancelled');
      const cancelled = await first.turn;
      if (cancelled.answer.error !== undefined || cancelled.stopReason !== 'cancelled')
        fail(`the cancelled turn ended with "${cancelled.stopReason}"`, cancelled.end);
      running.get(other)?.say('I go on.');
      running.get(other)?.end();
      const { answer, stopReason, end, updates } = await second.turn;
      if (answer.error !== undefined || stopReason !== 'end_turn')
        fail(`the turn of the other session ended with "${stopReason}"`, end);
      if (!holdsText(updates, 'I go on.')) fail('what the other turn said after the cancel is lost', end);
      const told = fromBridge(agent.line).filter(hasMethod('session/cancel'));
      const wrong = told.filter((frame) => paramsOf(frame)['sessionId'] !== sessionId);
      if (wrong.length > 0) fail('the agent is told to cancel the other session, too', ...told);
    },
  },
  {
    id: 'cancel.permission',
    title: 'after a cancel, the agent gets exactly one answer to an open permission request: "cancelled".',
    requirements: forPairs((pair) =>
      pair.client === 'november' && pair.agent !== 'november'
        ? ['C20', 'N113']
        : hasDialect(pair, 'november')
          ? ['C20', 'N30']
          : ['C20'],
    ),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      let asked: unknown;
      client.line.responders.set(permission, (_, id) => {
        asked = id;
        return undefined;
      });
      const answers: unknown[] = [];
      agent.onPrompt = async (turn) => {
        turn.announce(toolCall);
        const answer = await turn.ask(toolCall).catch(() => undefined);
        answers.push(answer?.result);
        turn.end('cancelled');
      };
      const { turn } = client.startTurn(sessionId, 'Ask');
      await seen(client.line, hasMethod(permission), 'a permission request');
      client.cancel(sessionId);
      client.line.send({ jsonrpc: '2.0', id: asked, result: { outcome: { outcome: 'cancelled' } } });
      const { stopReason, end } = await turn;
      if (stopReason !== 'cancelled') fail(`the turn ended with "${stopReason}"`, end);
      await client.newSession();
      const outcomes = fromBridge(agent.line).filter(
        ({ message }) => isObject(message) && isObject(message['result']) && isObject(message['result']['outcome']),
      );
      if (outcomes.length !== 1) fail(`the agent got ${outcomes.length} answers`, ...outcomes);
      if (!hasAll(answers, [{ outcome: { outcome: 'cancelled' } }]))
        fail('the agent gets another outcome', ...outcomes);
    },
  },
  {
    id: 'cancel.idle',
    title: 'a cancel when nothing runs harms nothing.',
    requirements: inEveryPair(['A33'], { november: ['N28'] }),
    async run(scene) {
      const { client, sessionId } = await scene.session();
      client.cancel(sessionId);
      const { stopReason, end } = await client.turn(sessionId, 'Hello');
      if (stopReason !== 'end_turn') fail(`the next turn ended with "${stopReason}"`, end);
      client.cancel(sessionId);
      const again = await client.turn(sessionId, 'Hello');
      if (again.stopReason !== 'end_turn') fail(`the turn after that ended with "${again.stopReason}"`, again.end);
    },
  },
  {
    id: 'cancel.request',
    title:
      '$/cancel_request of the client names the request by the id that the agent knows, and the answer comes back.',
    requirements: inEveryPair(['B19']),
    async run(scene) {
      const { client, agent } = await scene.open();
      let open: unknown;
      agent.line.responders.set('session/new', (_, id) => {
        open = id;
        return undefined;
      });
      const asked = client.line.ask('session/new', { cwd: scene.cwd, mcpServers: [] });
      await seen(agent.line, hasMethod('session/new'), 'session/new');
      client.line.notify('$/cancel_request', { requestId: asked.id });
      // Another request that passes shows that the notification has had its time.
      client.line.ask('session/list', {});
      await seen(agent.line, hasMethod('session/list'), 'session/list').catch(() => undefined);
      const cancel = fromBridge(agent.line).find(hasMethod('$/cancel_request'));
      if (cancel !== undefined && paramsOf(cancel)['requestId'] !== open)
        fail(
          `it names the id ${JSON.stringify(paramsOf(cancel)['requestId'])}, and the request has ${JSON.stringify(open)}`,
          cancel,
        );
      agent.line.send({ jsonrpc: '2.0', id: open, error: { code: -32800, message: 'Request cancelled' } });
      const { error, frame } = await asked.answer;
      if (error?.['code'] !== -32800) fail('the answer to the cancelled request is another', frame);
      if (cancel === undefined) warn('the agent is not told that the request is cancelled', asked.sent);
    },
  },
  {
    id: 'cancel.question',
    title: '$/cancel_request of the agent names its permission request by the id that the client knows.',
    requirements: forPairs((pair) => (pair.agent === 'november' ? ['B19', 'N30'] : ['B19'])),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      client.line.responders.set(permission, () => undefined);
      let asked: { readonly id: number } | undefined;
      agent.onPrompt = (turn) => {
        turn.announce(toolCall);
        asked = agent.askPermission(sessionId, toolCall);
      };
      client.startTurn(sessionId, 'Ask').turn.catch(() => {});
      const request = await seen(client.line, hasMethod(permission), 'a permission request');
      agent.line.notify('$/cancel_request', { requestId: asked?.id });
      await client.newSession();
      const { id } = request.message as JsonObject;
      const cancel = fromBridge(client.line).find(hasMethod('$/cancel_request'));
      if (cancel === undefined) warn('the client is not told that the question is withdrawn', request);
      if (paramsOf(cancel)['requestId'] !== id)
        fail(
          `it names the id ${JSON.stringify(paramsOf(cancel)['requestId'])}, and the question has ${JSON.stringify(id)}`,
          request,
          cancel,
        );
    },
  },
];
