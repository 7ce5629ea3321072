import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { isAnswer } from '../../peer-line.ts';
import { checkIdsInUtf8 } from '../../split-text.ts';
import { fail, type SeenFrame, warn } from '../../verdict.ts';
import type { ClientCheck } from '../client-check.ts';
import { isCall } from '../client-line.ts';
import { malformedCall } from '../malformed-call.ts';

/** What a client writes to its agent. */
export const outputChecks: readonly ClientCheck[] = [
  {
    id: 'output.clean',
    title: 'the client writes nothing but messages to its agent.',
    requirements: { v1: ['C25', 'K4'], june: ['C25', 'K4'], november: ['C25', 'K4'] },
    async run({ survey }) {
      for (const { frames } of survey.lines) {
        const noise = frames.find(({ from, message }) => from === 'client' && !isMessage(message));
        if (noise !== undefined) fail('it wrote a line that is no message of JSON-RPC 2.0', noise);
      }
    },
  },
  {
    id: 'output.valid',
    title: 'every request and notification of the client is one of the dialect, and well-formed.',
    requirements: { v1: ['B2', 'B13'], june: ['B2', 'B13'], november: ['B2', 'N69'] },
    async run({ survey }) {
      // The words of initialize are checked by themselves.
      const calls = survey.client?.requests().filter(({ message }) => methodOf(message) !== 'initialize') ?? [];
      for (const frame of calls) {
        const problem = malformedCall(frame, survey.dialect);
        if (problem !== undefined) fail(problem, frame);
      }
    },
  },
  {
    id: 'output.ids',
    title: 'the ids of requests are texts or whole numbers, and each is used once while it is open.',
    requirements: { v1: ['B5'], june: ['B5'], november: ['N69', 'N81'] },
    async run({ survey }) {
      for (const { frames } of survey.lines) {
        const open = new Map<unknown, SeenFrame>();
        for (const frame of frames) {
          const { message } = frame;
          if (!isObject(message)) continue;
          if (frame.from === 'agent') {
            if (isAnswer(message)) open.delete(message['id']);
            continue;
          }
          if (!isCall(message) || message['id'] === undefined) continue;
          const { id } = message;
          if (typeof id !== 'string' && !Number.isInteger(id)) {
            if (survey.dialect === 'november')
              fail(`the id ${JSON.stringify(id)} is no text and no whole number`, frame);
            warn(`the id ${JSON.stringify(id)} is no text and no whole number`, frame);
          }
          const same = open.get(id);
          if (same !== undefined) fail(`the id ${JSON.stringify(id)} is used by two open requests`, same, frame);
          open.set(id, frame);
        }
      }
    },
  },
  {
    id: 'output.encoding',
    title: 'the client reads and writes UTF-8, also when a character comes in two pieces.',
    requirements: { v1: ['B2'], june: ['B2'], november: ['B2'] },
    async run(stage) {
      const { client } = await stage.prompted();
      await stage.alive(client, 'a prompt that is under way');
      await checkIdsInUtf8(client.line);
    },
  },
  {
    id: 'output.answers',
    title: 'the client answers every request once, and nothing else.',
    requirements: { v1: ['B4', 'B5'], june: ['B4', 'B5'], november: ['B4', 'B5'] },
    async run(stage) {
      const { client } = await stage.prompted();
      const from = client.line.frames.length;
      for (const update of client.words.knownUpdates()) client.update(update);
      client.line.notify('_emend.check/told', {});
      await stage.alive(client, 'notifications');
      const asked = new Set<unknown>();
      for (const { from: side, message } of client.line.frames) {
        if (side === 'agent' && isObject(message) && isCall(message) && message['id'] !== undefined)
          asked.add(message['id']);
      }
      const answers = client.line.frames
        .slice(from)
        .filter((frame) => frame.from === 'client' && isAnswer(frame.message));
      for (const frame of answers) {
        const { id } = frame.message as JsonObject;
        if (!asked.delete(id)) fail('it answers what it was not asked, or a request twice', frame);
      }
    },
  },
];

/** Returns whether a value is a message of JSON-RPC, or a batch of them. */
function isMessage(message: unknown): boolean {
  if (Array.isArray(message)) return message.length > 0 && message.every(isMessage);
  return isObject(message) && message['jsonrpc'] === '2.0' && (isCall(message) || isAnswer(message));
}

function methodOf(message: unknown): unknown {
  return isObject(message) ? message['method'] : undefined;
}
