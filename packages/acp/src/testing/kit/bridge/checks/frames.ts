import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { needing } from '../../needing.ts';
import type { PeerLine } from '../../peer-line.ts';
import { wideCharacters } from '../../split-text.ts';
import { fail, type SeenFrame, skip, warn } from '../../verdict.ts';
import { type BridgeCheck, forPairs, inEveryPair } from '../bridge-check.ts';
import { isEqualPair } from '../dialect-pair.ts';
import { fromBridge, hasMethod, holdsText, seen } from '../seen-messages.ts';

const words = (text: string) => ({ type: 'text', text });

/** A text of 4 Mi characters. */
const huge = 'x'.repeat(4 * 1024 * 1024);
/** How deep a value is nested that few expect. */
const depth = 4_000;
const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** What a bridge does with odd lines, and whether its own are right. */
export const frameChecks: readonly BridgeCheck[] = [
  {
    id: 'frames.clean',
    title: 'the bridge writes nothing but messages, to the client and to the agent.',
    requirements: inEveryPair(['B2', 'A36', 'C25', 'K4']),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      await client.turn(sessionId, 'Hello');
      await client.newSession();
      for (const line of [client.line, agent.line]) {
        const odd = fromBridge(line).find(({ message }) => !isObject(message) || message['jsonrpc'] !== '2.0');
        if (odd !== undefined) fail('it wrote a line that is no message', odd);
      }
    },
  },
  {
    id: 'frames.encoding',
    title: 'text passes both ways in UTF-8, also when a character comes in two pieces.',
    requirements: inEveryPair(['B2']),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      // A bridge that does not answer what it does not know has a check of its own.
      for (const { line } of [client, agent]) await needing('errors.unknown-method', () => line.fence());
      for (const wide of wideCharacters) {
        const [asked, told, id] = [`Asked: ${wide}.`, `Told: ${wide}.`, `wide-${wide.codePointAt(0)}`];
        const update = { sessionUpdate: 'agent_message_chunk', messageId: id, content: words(told) };
        const from = client.line.frames.length;
        const spoken = await split(agent.line, { method: 'session/update', params: { sessionId, update } });
        await client.newSession();
        const heard = fromBridge(client.line, from);
        if (!holdsText(heard, 'Told: ')) skip('needs losses.between-turns, which fails');
        if (!holdsText(heard, told)) fail(`"${told}" arrives at the client as another text`, spoken, ...heard);
        const before = agent.line.frames.length;
        const answered = client.line.answerTo(id, 'the prompt');
        answered.catch(() => {});
        const params = { sessionId, prompt: [words(asked)] };
        const sent = await split(client.line, { id, method: 'session/prompt', params });
        const prompt = await seen(agent.line, hasMethod('session/prompt'), 'the prompt', before);
        if (!holdsText([prompt], asked)) fail(`"${asked}" arrives at the agent as another text`, sent, prompt);
        await answered;
      }
      await client.newSession();
    },
  },
  {
    id: 'frames.noise-of-client',
    title: 'a line of the client that is no JSON is ignored or answered with -32700, and the bridge goes on.',
    requirements: inEveryPair(['K5', 'B6']),
    async run(scene) {
      const { client, sessionId } = await scene.session();
      const from = client.line.frames.length;
      const noise = client.line.sendText('this is no JSON {');
      const { stopReason, end } = await client.turn(sessionId, 'Hello');
      if (stopReason !== 'end_turn') fail(`the next turn ended with "${stopReason}"`, noise, end);
      const odd = nullAnswers(client.line, from).find(({ message }) => codeOf(message) !== -32700);
      if (odd !== undefined) fail(`it was answered with ${codeOf(odd.message)}`, noise, odd);
    },
  },
  {
    id: 'frames.noise-of-agent',
    title: 'a line of the agent that is no message ends nothing and does not reach the client.',
    requirements: inEveryPair(['K5', 'K4']),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      agent.onPrompt = (turn) => {
        turn.say('Before. ');
        agent.line.sendText('a line of a log, printed by mistake');
        turn.say('After.');
        turn.end();
      };
      const { stopReason, end, updates } = await client.turn(sessionId, 'Hello');
      if (stopReason !== 'end_turn') fail(`the turn ended with "${stopReason}"`, end);
      if (!holdsText(updates, 'Before. After.') && !(holdsText(updates, 'Before. ') && holdsText(updates, 'After.')))
        fail('updates around it are lost', end);
      const passed = fromBridge(client.line).find(({ text }) => text !== undefined);
      if (passed === undefined) return;
      // A proxy that copies bytes has not written it itself.
      if (isEqualPair(scene.pair)) warn('it reaches the client', passed);
      fail('it reaches the client', passed);
    },
  },
  {
    id: 'frames.huge',
    title: 'a message of 4 MiB passes or is refused, both ways, and the bridge goes on.',
    requirements: inEveryPair(['K3']),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      agent.onPrompt = (turn) => {
        turn.say(huge);
        turn.end();
      };
      await client.turn(sessionId, huge);
      agent.onPrompt = (turn) => turn.end();
      const { stopReason, end } = await client.turn(sessionId, 'Hello');
      if (stopReason !== 'end_turn') fail(`the next turn ended with "${stopReason}"`, end);
    },
  },
  {
    id: 'frames.deep',
    title: 'a message that is nested very deep passes or is refused, both ways, and the bridge goes on.',
    requirements: inEveryPair(['K3']),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const answered = client.line.answerTo('deep', 'a request with deep params');
      client.line.sendText(`{"jsonrpc":"2.0","id":"deep","method":"_emend.check/deep","params":{"deep":${deep}}}`);
      await answered;
      agent.line.sendText(`{"jsonrpc":"2.0","method":"_emend.check/deep","params":{"deep":${deep}}}`);
      const { stopReason, end } = await client.turn(sessionId, 'Hello');
      if (stopReason !== 'end_turn') fail(`the next turn ended with "${stopReason}"`, end);
    },
  },
  {
    id: 'frames.batch',
    title: 'a batch of the client is answered as a batch, or refused once with -32600.',
    requirements: forPairs((pair) => (pair.client === 'november' ? ['N80'] : ['B6'])),
    async run(scene) {
      const { client, agent } = await scene.session();
      const from = client.line.frames.length;
      const params = { cwd: scene.cwd, mcpServers: [] };
      const request = (id: string) => ({ jsonrpc: '2.0', id, method: 'session/new', params });
      const answer = client.line.next(() => true, 'an answer to the batch');
      const passed = agent.line.next(({ message }) => Array.isArray(message), 'the batch');
      passed
        .then(({ message }) => agent.line.send(answerOfBatch(message, scene.pair.agent === 'november')))
        .catch(() => {});
      const sent = client.line.send([request('batch-1'), request('batch-2')]);
      await answer;
      await client.newSession();
      const given = fromBridge(client.line, from);
      const batch = given.find(({ message }) => Array.isArray(message));
      const refusals = nullAnswers(client.line, from);
      const singles = given.filter(({ message }) => isObject(message) && String(message['id']).startsWith('batch-'));
      if (
        refusals.length === 1 &&
        codeOf(refusals[0]?.message) === -32600 &&
        batch === undefined &&
        singles.length === 0
      )
        return;
      if (scene.pair.client === 'november')
        fail('it was not refused once with -32600 and the id null', sent, ...given.slice(0, 3));
      if (batch !== undefined && (batch.message as readonly unknown[]).length === 2) return;
      if (singles.length === 2) warn('it was answered by single messages', sent, ...singles);
      fail('its requests were not answered once each', sent, ...given.slice(0, 3));
    },
  },
];

/** Sends a message in two pieces if the connection can carry them, else whole. */
async function split(line: PeerLine, message: JsonObject): Promise<SeenFrame> {
  const whole = { jsonrpc: '2.0', ...message };
  return line.canSplit ? line.sendSplit(whole) : line.send(whole);
}

function nullAnswers(line: PeerLine, from: number): SeenFrame[] {
  return fromBridge(line, from).filter(({ message }) => isObject(message) && message['id'] === null);
}

function codeOf(message: unknown): unknown {
  return isObject(message) && isObject(message['error']) ? (message['error'] as JsonObject)['code'] : undefined;
}

/** Returns how the agent answers a batch that reaches it as such. */
function answerOfBatch(batch: unknown, isRefused: boolean): unknown {
  if (isRefused || !Array.isArray(batch))
    return { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } };
  return batch.filter(isObject).map(({ id }) => ({ jsonrpc: '2.0', id, result: { sessionId: `session-of-${id}` } }));
}
