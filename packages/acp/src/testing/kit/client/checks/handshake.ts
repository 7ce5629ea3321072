import { type Dialect, dialects } from '../../../../protocol/dialects.ts';
import { readClient } from '../../../../protocol/handshake.ts';
import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { fail, Judgement, skip, warn } from '../../verdict.ts';
import type { ClientCheck } from '../client-check.ts';
import type { ClientLine } from '../client-line.ts';
import { malformedCall } from '../malformed-call.ts';

/** How long an agent that is late takes to answer, in milliseconds: long enough that a client which does not wait has gone on. */
const lateness = 1_000;

/** How a client begins a connection. */
export const handshakeChecks: readonly ClientCheck[] = [
  {
    id: 'handshake.first',
    title: 'the first message of a client is a well-formed initialize with a version and its capabilities.',
    requirements: { v1: ['C1'], june: ['C1'], november: ['N1'] },
    async run({ survey }) {
      const first = survey.client?.sent[0];
      if (first === undefined) skip('the client sent nothing');
      if (!isObject(first.message) || first.message['method'] !== 'initialize') fail('it is something else', first);
      const params = isObject(first.message['params']) ? first.message['params'] : {};
      const problem = malformedCall(first, wordsOf(params, survey.dialect));
      if (problem !== undefined) fail(problem, first);
    },
  },
  {
    id: 'handshake.name',
    title: 'the client says its name and version.',
    requirements: { v1: ['C1'], june: ['C1'] },
    async run({ survey }) {
      const { params, frame } = survey.initialize ?? skip('the client sent no initialize');
      if (!isObject(params['clientInfo']) && !isObject(params['info'])) warn('initialize has no clientInfo', frame);
    },
  },
  {
    id: 'handshake.waits',
    title: 'a client sends nothing else before initialize is answered, however late the answer is.',
    requirements: { v1: ['C1'], june: ['C1'], november: ['N1'] },
    async run(stage) {
      await stage.start({ prepare: (client) => answerLate(client, lateness) });
      const { client } = await stage.opened();
      const { frames } = client.line;
      const answered = frames.findIndex(
        ({ from, message }) => from === 'agent' && isObject(message) && 'result' in message,
      );
      const early = frames.slice(0, answered).filter(({ from }) => from === 'client');
      if (early.length > 1) fail('it sent more than initialize before the answer', ...early);
    },
  },
  {
    id: 'handshake.unknown-version',
    title: 'a client does not go on with an agent whose version it does not know.',
    // An answer in the words of v1 is one of v1, whatever its number.
    requirements: { june: ['C2'], november: ['N12'] },
    async run(stage) {
      await stage.start({
        prepare: (client) =>
          client.line.responders.set('initialize', () => ({ ...client.words.initialized({}), protocolVersion: 4_711 })),
      });
      const client = await stage.connected();
      await client.request('initialize');
      const wentOn = await ifItComes(client, 'session/new');
      if (wentOn === undefined) return;
      const answer = client.line.frames[1];
      if (stage.dialect === 'november') fail('it opened a session all the same', answer, wentOn);
      warn('it opened a session all the same', answer, wentOn);
    },
  },
  {
    id: 'handshake.noise',
    title: 'a client goes on with an agent that prints other text before its first message.',
    requirements: { v1: ['K5'], june: ['K5'], november: ['K5'] },
    async run(stage) {
      const noise = ['Starting the agent ...', '', '[info] {not json', '\u001b[1mReady\u001b[0m'];
      await stage.start({ prepare: ({ line }) => void noise.map((text) => line.sendText(text)) });
      const { client } = await stage.opened();
      await stage.aliveOrDone(client, 'noise', ...client.line.frames.slice(0, noise.length));
    },
  },
  {
    id: 'handshake.extensions',
    title: 'a client ignores what it does not know in the answer to initialize.',
    requirements: { v1: ['B9'], june: ['B9', 'C24'], november: ['N9', 'C24'] },
    async run(stage) {
      await stage.start({
        prepare: (client) => client.line.responders.set('initialize', () => extended(client, stage.dialect)),
      });
      const { client } = await stage.opened();
      await stage.aliveOrDone(client, 'extensions in the answer to initialize', ...client.line.frames.slice(0, 2));
    },
  },
];

/** Returns the dialect in whose words a client has said initialize, which need not be the one that its agent speaks. */
function wordsOf(params: JsonObject, dialect: Dialect): Dialect {
  return params['protocolVersion'] === dialects[dialect].protocolVersion
    ? dialect
    : (readClient(params).dialect ?? dialect);
}

function answerLate(client: ClientLine, milliseconds: number): void {
  const { line, words } = client;
  line.responders.set('initialize', (_, id) => {
    setTimeout(() => line.send({ jsonrpc: '2.0', id, result: words.initialized({}) }), milliseconds);
    return undefined;
  });
}

/** Waits for a request; returns `undefined` if the client ends the connection or sends nothing. */
async function ifItComes(client: ClientLine, method: string) {
  try {
    return (await client.request(method)).frame;
  } catch (error) {
    if (error instanceof Judgement) return undefined;
    throw error;
  }
}

function extended({ words }: ClientLine, dialect: Dialect): JsonObject {
  const _meta = { 'emend.check/unknown': { deep: [1, null, 'x'] } };
  const own = words.initialized({});
  const key = dialect === 'v1' ? 'agentCapabilities' : 'capabilities';
  const capabilities = { ...(own[key] as JsonObject), _meta };
  if (dialect === 'v1') return { ...own, [key]: capabilities, _meta };
  const id = dialect === 'june' ? { id: 'check' } : { methodId: 'check' };
  const authMethods = [{ type: '_emend_check', ...id, name: 'Check', more: true }];
  return { ...own, [key]: { ...capabilities, _emendCheck: { on: true } }, authMethods, _meta };
}
