import { expect, test } from 'vitest';
import { bridge } from '../../bridge/live/bridge.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
import { serve } from '../agent/serve.ts';
import { connect } from '../client/connect.ts';
import { type Json, rawClientOn, textPrompt } from '../test-support/raw-client.ts';
import { talkingAgent } from '../test-support/talking-agent.ts';
import { relayAgent } from './relay-agent.ts';

const dialects = ['v1', 'june', 'november'] as const;
const pairs = dialects.flatMap((client) => dialects.map((agent) => [client, agent] as const));

/** The way to an agent without anything between, but for a bridge if the client speaks another dialect. */
function direct(client: Dialect, behind: Dialect): Transport {
  const agent = talkingAgent(behind);
  if (client === behind) return agent;
  const [near, far] = memoryPair();
  void bridge(far, agent);
  return near;
}

async function relayed(behind: Dialect): Promise<Transport> {
  const relay = await relayAgent({
    connect: (options) => connect(talkingAgent(behind), options),
    sessions: { log: new MemoryLog(), history: 'keep' },
  });
  const [near, far] = memoryPair();
  serve(relay.agent, far, { onEvent() {} });
  return near;
}

/** How a prompt ended, however the dialect tells it. */
function endOf({ code, message, data, stopReason, error, _meta }: Json): unknown {
  if (error !== undefined) return endOf(error as Json);
  return code === undefined ? { stopReason, _meta } : { code, message, data };
}

/** A conversation that uses everything: what the client was sent, in order, and what its requests came to. */
async function conversation(transport: Transport, dialect: Dialect) {
  const client = await rawClientOn(transport, dialect, {
    answers: {
      'session/request_permission': () => ({ outcome: { outcome: 'selected', optionId: 'y' }, _meta: { chosen: 1 } }),
      '_own/asked': (params) => ({ own: params['_meta'] }),
    },
  });
  const refused = client.until(({ method }) => method === '_own/refused');
  void refused.then((request) => client.reply(request, { error: { code: -32124, message: 'Not I.', data: [1] } }));
  const setup = await client.ask('session/new', { cwd: '/w', mcpServers: [], _meta: { n: 1 } });
  const sessionId = setup['sessionId'] as string;
  const prompt = async (said: string): Promise<unknown> => {
    const before = client.updates().length;
    const answer = await client.ask('session/prompt', { ...textPrompt(sessionId, said), _meta: { d: said } });
    if (dialect !== 'november' || 'code' in answer) return endOf(answer);
    const idle = () =>
      client
        .updates()
        .slice(before)
        .find(({ state }) => state === 'idle');
    await expect.poll(idle, { interval: 1 }).toBeDefined();
    return endOf(idle() ?? {});
  };
  const set = (value: string) =>
    client.ask('session/set_config_option', {
      sessionId,
      configId: 'm',
      value,
      ...(dialect === 'november' && { type: 'id' }),
    });
  const ends = [await prompt('all')];
  const mode = dialect === 'v1' && (await client.ask('session/set_mode', { sessionId, modeId: 'code' }));
  const setting = await set('b');
  // What was not offered is refused in front already.
  const { code } = await set('x');
  const own = await client.ask('_own/ask', { sessionId, deep: { x: [null] } });
  const unknown = await client.ask('_own/unknown', { sessionId });
  ends.push(await prompt('refuse'));
  const waiting = prompt('wait');
  await client.until((message) => JSON.stringify(message).includes('Waiting.'));
  client.notify('session/cancel', { sessionId });
  ends.push(await waiting);
  client.notify('_own/note', { sessionId });
  await client.until(({ method }) => method === '_own/noted');
  await client.close();
  return { told: client.received, setup, ends, mode, setting, code, own, unknown };
}

/** What was said, without what may differ: ids that somebody made up, and what this library says to itself. */
function compared(value: unknown): unknown {
  const ids = new Map<unknown, string>();
  const counted = (id: unknown): string => {
    if (!ids.has(id)) ids.set(id, `id ${ids.size}`);
    return ids.get(id) as string;
  };
  const plain = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(plain);
    if (typeof each !== 'object' || each === null) return each;
    const entries = Object.entries(each).flatMap(([key, member]): [string, unknown][] => {
      if (key === 'sessionId' || key.startsWith('emend/')) return [];
      if (key === 'messageId') return [[key, counted(member)]];
      if (key === '_meta' && Object.keys(member ?? {}).every((name) => name.startsWith('emend/'))) return [];
      return [[key, plain(member)]];
    });
    return Object.fromEntries(entries);
  };
  return plain(value);
}

/** Requests and notifications of the agent. Every prompt is a message with a relay, also if the agent repeats none, and a turn, also if it refuses it. */
const ofAgent = (messages: readonly Json[]) =>
  messages.filter(({ method, params }) => {
    const { sessionUpdate } = ((params as Json | undefined)?.['update'] ?? {}) as Json;
    return method !== undefined && sessionUpdate !== 'user_message' && sessionUpdate !== 'state_update';
  });

/**
 * The forms of v1 that mean the same. A relay speaks June, so that a v1 client and a v1 agent are translated twice: modes are options as well, messages have
 * ids, a call is pending if nothing is said, a question has the whole call, and an update that is not known is a notification of its own.
 */
function sameInV1(value: object): unknown {
  return JSON.parse(JSON.stringify(value), function (this: Json, key, member: unknown) {
    if (key === 'messageId' || (key === 'status' && member === 'pending')) return undefined;
    if (key === 'configOptions') return (member as Json[]).filter(({ category }) => category !== 'mode');
    if (key === 'method' && member === '_emend/session_update') return 'session/update';
    if (key === 'toolCall') return { toolCallId: (member as Json)['toolCallId'], title: (member as Json)['title'] };
    if (key !== 'told') return member;
    const isOption = ({ params }: Json) => JSON.stringify(params).includes('"config_option_update"');
    return (member as Json[]).filter((message) => !isOption(message));
  });
}

test.each(pairs)(
  '[RO120] [RO146] [X47] [X6] a single %s client is sent the same by an agent of %s with a relay between as without one',
  async (client, behind) => {
    const without = await conversation(direct(client, behind), client);
    const through = await conversation(await relayed(behind), client);
    const [expected, found] = [without, through].map(
      (each) => compared({ ...each, told: ofAgent(each.told) }) as object,
    );
    if (client === 'v1' && behind === 'v1') expect(sameInV1(found as object)).toEqual(sameInV1(expected as object));
    else expect(found).toEqual(expected);
    expect(ofAgent(without.told).length).toBeGreaterThan(12);
  },
);
