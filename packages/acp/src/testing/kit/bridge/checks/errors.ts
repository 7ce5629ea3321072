import { isEqual } from '../../../../bridge/equal.ts';
import { ErrorAnswer } from '../../peer-line.ts';
import { fail, warn } from '../../verdict.ts';
import { type BridgeCheck, inEveryPair } from '../bridge-check.ts';
import { fromBridge, hasMethod, paramsOf } from '../seen-messages.ts';

const params = { a: [1, 'zwei', null], _meta: { k: true } };
const result = { b: { c: 'ä' }, d: 0 };

/** What becomes of unknown methods, extensions and errors. */
export const errorChecks: readonly BridgeCheck[] = [
  {
    id: 'errors.unknown-method',
    title: 'a request with an unknown method is answered, on either side, with -32601.',
    requirements: inEveryPair(['B10']),
    async run(scene) {
      const { client, agent } = await scene.open();
      for (const line of [client.line, agent.line]) {
        const { error, frame } = await line.request('emend_check/unheard_of', {});
        if (error === undefined) fail('it was answered with a result', frame);
        if (error['code'] !== -32601) warn(`it was answered with ${error['code']}`, frame);
      }
    },
  },
  {
    id: 'errors.extension',
    title: 'an extension request passes both ways, with its params and its result.',
    requirements: inEveryPair(['P2', 'B10']),
    async run(scene) {
      const { client, agent } = await scene.open();
      for (const [asker, answerer] of [
        [client.line, agent.line],
        [agent.line, client.line],
      ] as const) {
        answerer.responders.set('_emend.check/echo', () => result);
        const answer = await asker.request('_emend.check/echo', params);
        const arrived = fromBridge(answerer).find(hasMethod('_emend.check/echo'));
        if (arrived === undefined)
          warn(`a request of the ${otherWord(asker === client.line)} does not pass`, answer.frame);
        if (!isEqual(paramsOf(arrived), params)) fail('its params have changed', arrived);
        if (!isEqual(answer.result, result)) fail('its result has changed', answer.frame);
      }
    },
  },
  {
    id: 'errors.extension-note',
    title: 'an extension notification passes both ways.',
    requirements: inEveryPair(['P2', 'B11']),
    async run(scene) {
      const { client, agent } = await scene.open();
      for (const [sender, receiver] of [
        [client.line, agent.line],
        [agent.line, client.line],
      ] as const) {
        const note = sender.notify('_emend.check/note', params);
        await client.newSession();
        const arrived = fromBridge(receiver).find(hasMethod('_emend.check/note'));
        if (arrived === undefined)
          warn(`a notification of the ${otherWord(sender === client.line)} does not pass`, note);
        if (!isEqual(paramsOf(arrived), params)) fail('its params have changed', note, arrived);
      }
    },
  },
  {
    id: 'errors.passed',
    title: 'an error passes both ways with its code, its message and its data.',
    requirements: inEveryPair(['B17']),
    async run(scene) {
      const { client, agent } = await scene.open();
      for (const [asker, answerer] of [
        [client.line, agent.line],
        [agent.line, client.line],
      ] as const) {
        answerer.responders.set('_emend.check/fail', () => {
          throw new ErrorAnswer(-31999, 'Not like that: ä.', result);
        });
        const { error, frame } = await asker.request('_emend.check/fail', {});
        if (error === undefined) fail('the asker is told of a success', frame);
        const hasPassed = fromBridge(answerer).some(hasMethod('_emend.check/fail'));
        if (!hasPassed) continue;
        if (error['code'] !== -31999) fail(`the code is ${error['code']} in place of -31999`, frame);
        if (error['message'] !== 'Not like that: ä.') warn('the message has changed', frame);
        if (!isEqual(error['data'], result)) warn('the data is lost or has changed', frame);
      }
    },
  },
  {
    id: 'errors.malformed',
    title: 'a request with malformed params is answered, and the next one is served.',
    requirements: inEveryPair(['B14']),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      for (const malformed of [{ sessionId, prompt: 'no list' }, [], { sessionId: 7, prompt: {} }]) {
        agent.onPrompt = (turn) => turn.refuse({ code: -32602, message: 'Invalid params' });
        const { error, frame } = await client.line.request('session/prompt', malformed);
        if (error === undefined) fail('it was answered with a result', frame);
        if (!Number.isInteger(error['code']) || typeof error['message'] !== 'string')
          fail('the error is malformed', frame);
      }
      agent.onPrompt = (turn) => {
        turn.say('Yes.');
        turn.end();
      };
      const { stopReason, end } = await client.turn(sessionId, 'Hello');
      if (stopReason !== 'end_turn') fail(`the next turn ended with "${stopReason}"`, end);
    },
  },
  {
    id: 'errors.malformed-update',
    title: 'a malformed update of the agent harms nothing: what comes after it arrives.',
    requirements: inEveryPair(['B14', 'K5']),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      agent.onPrompt = (turn) => {
        turn.say('Before. ');
        agent.line.notify('session/update', {
          sessionId,
          update: { sessionUpdate: 'agent_message_chunk', content: 7 },
        });
        agent.line.notify('session/update', { sessionId, update: null });
        agent.line.notify('session/update', { sessionId });
        turn.say('After.');
        turn.end();
      };
      const { stopReason, end, updates } = await client.turn(sessionId, 'Hello');
      if (stopReason !== 'end_turn') fail(`the turn ended with "${stopReason}"`, end);
      const texts = updates.map(({ message }) => JSON.stringify(message)).join('');
      if (!texts.includes('Before. ') || !texts.includes('After.')) fail('updates around it are lost', end);
    },
  },
];

function otherWord(isClient: boolean): string {
  return isClient ? 'client' : 'agent';
}
