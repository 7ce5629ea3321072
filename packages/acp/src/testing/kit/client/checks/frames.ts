import { isObject } from '../../../../protocol/reading/guard.ts';
import { isAnswer } from '../../peer-line.ts';
import { fail, type SeenFrame, skip } from '../../verdict.ts';
import type { ClientCheck } from '../client-check.ts';
import { sessionId } from '../client-line.ts';

const deep = 10_000;
const huge = 2 * 1024 * 1024;

/** How a client takes frames that no right agent sends. */
export const frameChecks: readonly ClientCheck[] = [
  {
    id: 'frames.noise',
    title: 'a client survives lines that are no messages.',
    requirements: { v1: ['K5'], june: ['K5'], november: ['K5'] },
    async run(stage) {
      const { client } = await stage.prompted();
      const sent = [
        'Warning: deprecated',
        '{"jsonrpc":"2.0"',
        '',
        '42',
        '"text"',
        'null',
        '{}',
        '{"jsonrpc":"1.0","x":1}',
      ].map((text) => client.line.sendText(text));
      await stage.alive(client, 'lines that are no messages', ...sent);
    },
  },
  {
    id: 'frames.unasked-answer',
    title: 'a client survives answers that it has not asked for.',
    requirements: { v1: ['K2'], june: ['K2'], november: ['K2'] },
    async run(stage) {
      const { client } = await stage.prompted();
      const sent = [
        client.line.send({ jsonrpc: '2.0', id: 'emend-check-nobody', result: {} }),
        client.line.send({ jsonrpc: '2.0', id: 987_654, error: { code: -32603, message: 'For nobody' } }),
        client.line.send({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }),
      ];
      await stage.alive(client, 'answers that it has not asked for', ...sent);
    },
  },
  {
    id: 'frames.deep',
    title: 'a client survives a message that is nested very deep.',
    requirements: { v1: ['K3'], june: ['K3'], november: ['K3'] },
    async run(stage) {
      const { client } = await stage.prompted();
      const update = JSON.stringify({ ...client.words.chunk('deep'), _meta: { check: 0 } });
      const nested = update.replace('"check":0', () => `"check":${'['.repeat(deep)}${']'.repeat(deep)}`);
      client.line.sendText(
        `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${sessionId}","update":${nested}}}`,
      );
      await stage.alive(client, `a message that is nested ${deep} levels deep`);
    },
  },
  {
    id: 'frames.huge',
    title: 'a client survives a message of several megabytes.',
    requirements: { v1: ['K3'], june: ['K3'], november: ['K3'] },
    async run(stage) {
      const { client } = await stage.prompted();
      client.say('x'.repeat(huge));
      await stage.alive(client, `a message of ${huge / 1024 / 1024} MiB`);
    },
  },
  {
    id: 'frames.batch',
    title: 'a batch is answered as a batch, or refused once with -32600; in November it is refused.',
    requirements: { june: ['B6'], november: ['N80'] },
    async run(stage) {
      const { client } = await stage.prompted();
      if (!stage.survey.answersUnknown) skip('needs requests.unknown-method, which fails');
      if (stage.started.isRemote === true) skip('batches do not pass over HTTP');
      const from = client.line.frames.length;
      const unknown = (id: number) => ({ jsonrpc: '2.0', id, method: '_emend.check/unknown', params: {} });
      // On some connections answers may overtake each other.
      const answered = client.line.next(answersBatch, 'an answer to the batch');
      answered.catch(() => {});
      const sent = client.line.send([unknown(901), unknown(902)]);
      await stage.alive(client, 'a batch', sent);
      await answered.catch(() => fail('it was not answered', sent));
      const given = client.line.frames.slice(from).filter((frame) => frame.from === 'client' && answersBatch(frame));
      const isRefused =
        given.length === 1 && given.every(({ message }) => isAnswer(message) && codeOf(message) === -32600);
      if (isRefused) return;
      if (stage.dialect === 'november') fail('it was not refused once with -32600 and the id null', sent, ...given);
    },
  },
];

/** Returns whether a frame answers the batch or one of its requests, or a message that could not be read. */
function answersBatch({ message }: SeenFrame): boolean {
  if (Array.isArray(message)) return true;
  return isAnswer(message) && [901, 902, null, undefined].some((id) => message['id'] === id);
}

function codeOf(message: unknown): unknown {
  return isObject(message) && isObject(message['error']) ? message['error']['code'] : undefined;
}
