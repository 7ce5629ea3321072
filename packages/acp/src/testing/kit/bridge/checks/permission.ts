import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import type { Answer } from '../../peer-line.ts';
import { fail, type SeenFrame } from '../../verdict.ts';
import { permissionOptions } from '../agent-part.ts';
import { type BridgeCheck, forPairs, inEveryPair } from '../bridge-check.ts';
import { isEqualPair } from '../dialect-pair.ts';
import type { BridgePeers } from '../open-bridge.ts';
import { fromBridge, hasMethod, holdsText, paramsOf, problemIn } from '../seen-messages.ts';

const toolCall = { toolCallId: 'call-1', title: 'Write out.txt', kind: 'edit', status: 'pending' } as const;
const method = 'session/request_permission';

/** What came of a turn in which the agent asked for permission. */
interface Asked {
  /** The request as the client got it. */
  readonly request: SeenFrame;
  /** The answer as the agent got it. */
  readonly answer: Answer;
}

/** Lets the agent ask once, and the client answer. */
async function asking(
  { client, agent, sessionId }: BridgePeers & { readonly sessionId: string },
  respond: (params: JsonObject, id: unknown) => unknown,
  options?: readonly JsonObject[],
): Promise<Asked> {
  let answered: Answer | undefined;
  agent.onPrompt = async (turn) => {
    turn.announce(toolCall);
    answered = await turn.ask(toolCall, options).catch(() => undefined);
    turn.end();
  };
  client.line.responders.set(method, respond);
  const { end } = await client.turn(sessionId, 'Ask');
  const request = fromBridge(client.line).find(hasMethod(method));
  if (request === undefined) fail('the client was not asked', end);
  if (answered === undefined) fail('the agent got no answer', end);
  return { request, answer: answered };
}

/** Returns the outcome that the agent was told. */
function outcomeOf({ result }: Answer): JsonObject {
  const outcome = isObject(result) ? result['outcome'] : undefined;
  return isObject(outcome) ? outcome : {};
}

/** How permission requests cross a bridge. */
export const permissionChecks: readonly BridgeCheck[] = [
  {
    id: 'permission.asked',
    title: 'a permission request reaches the client in its dialect, with its tool call and every option.',
    requirements: forPairs((pair) => {
      if (pair.agent === 'november' && pair.client !== 'november') return ['C22', 'N98'];
      return pair.client === 'november' && pair.agent !== 'november' ? ['N42', 'N113'] : ['C22'];
    }),
    async run(scene) {
      const peers = await scene.session();
      const { request } = await asking(peers, () => ({ outcome: { outcome: 'selected', optionId: 'yes-once' } }));
      const problem = problemIn(scene.pair.client, request);
      if (problem !== undefined) fail(`the request that the client gets is malformed: ${problem}`, request);
      const params = paramsOf(request);
      if (params['sessionId'] !== peers.sessionId) fail('it names another session', request);
      const { options } = params;
      const given = Array.isArray(options)
        ? options.map((option) => (isObject(option) ? [option['optionId'], option['name'], option['kind']] : []))
        : [];
      const sent = permissionOptions.map(({ optionId, name, kind }) => [optionId, name, kind]);
      if (JSON.stringify(given) !== JSON.stringify(sent)) fail('the client gets other options', request);
      if (!holdsText([request], 'Write out.txt')) fail('the title of the tool call is lost', request);
    },
  },
  {
    id: 'permission.selected',
    title: 'the option that the client has chosen reaches the agent, once.',
    requirements: inEveryPair(['C22', 'B5']),
    async run(scene) {
      const peers = await scene.session();
      const { answer } = await asking(peers, () => ({ outcome: { outcome: 'selected', optionId: 'no-once' } }));
      const outcome = outcomeOf(answer);
      if (outcome['outcome'] !== 'selected' || outcome['optionId'] !== 'no-once')
        fail('the agent gets another outcome', answer.frame);
      const problem = problemIn(scene.pair.agent, answer.frame, method);
      if (problem !== undefined) fail(`the answer that the agent gets is malformed: ${problem}`, answer.frame);
      await peers.client.newSession();
      const { id } = answer.frame.message as JsonObject;
      const all = fromBridge(peers.agent.line).filter(
        ({ message }) => isObject(message) && message['method'] === undefined && message['id'] === id,
      );
      if (all.length !== 1) fail(`the agent got ${all.length} answers`, ...all);
    },
  },
  {
    id: 'permission.cancelled',
    title: 'an outcome of "cancelled" reaches the agent as such.',
    requirements: inEveryPair(['C20']),
    async run(scene) {
      const { answer } = await asking(await scene.session(), () => ({ outcome: { outcome: 'cancelled' } }));
      if (outcomeOf(answer)['outcome'] !== 'cancelled') fail('the agent gets another outcome', answer.frame);
    },
  },
  {
    id: 'permission.no-approval',
    title: 'an error of the client, and an outcome that nobody knows, never become an approval.',
    requirements: inEveryPair(['C22'], { november: ['N42'] }),
    async run(scene) {
      const peers = await scene.session();
      const { client } = peers;
      const refuse = (_: JsonObject, id: unknown) => {
        client.line.send({ jsonrpc: '2.0', id, error: { code: -32603, message: 'No dialog.' } });
        return undefined;
      };
      const failed = await asking(peers, refuse);
      if (outcomeOf(failed.answer)['outcome'] === 'selected') fail('an error became an approval', failed.answer.frame);
      const strange = await asking(peers, () => ({ outcome: { outcome: '_later', optionId: 'yes-once' } }));
      if (outcomeOf(strange.answer)['outcome'] === 'selected')
        fail('an unknown outcome became an approval', strange.answer.frame);
    },
  },
  {
    id: 'permission.unknown-kind',
    title: 'an option of a kind that the client cannot know is not offered as an approval.',
    requirements: forPairs((pair) => (pair.agent === 'v1' ? undefined : isEqualPair(pair) ? ['P1'] : ['B13', 'P5'])),
    async run(scene) {
      const options = [...permissionOptions, { optionId: 'odd', name: 'Odd', kind: '_allow_odd' }];
      const respond = () => ({ outcome: { outcome: 'selected', optionId: 'no-once' } });
      const { request } = await asking(await scene.session(), respond, options);
      const given = paramsOf(request)['options'];
      const odd = Array.isArray(given)
        ? given.find((option) => isObject(option) && option['optionId'] === 'odd')
        : undefined;
      if (isObject(odd) && String(odd['kind']).startsWith('allow')) fail(`it is offered as "${odd['kind']}"`, request);
      const problem = problemIn(scene.pair.client, request);
      if (problem !== undefined) fail(`the request that the client gets is malformed: ${problem}`, request);
    },
  },
];
