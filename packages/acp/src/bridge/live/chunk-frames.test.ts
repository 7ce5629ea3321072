import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { pipedMessage } from '../../jsonrpc/message-pipe.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { type RewriteRule, rewriteRules } from '../edges.ts';
import { translator } from '../translator.ts';
import type { BridgeEvent } from './bridge-options.ts';
import { type Route, translating } from './route.ts';

/** A route with all that comes out of it; `passed` counts the frames that were not read. */
interface Watched {
  readonly route: Route;
  readonly out: unknown[];
  passed: number;
}

function watched(client: Dialect, agent: Dialect, rewrite: RewriteRule = 'reissue'): Watched {
  const out: unknown[] = [];
  const sent = (to: string) => (message: unknown, frame?: string) => {
    // What is sent is a value in text: whether a character of it is escaped is of no concern.
    out.push([to, frame === undefined ? message : JSON.parse(frame)]);
  };
  const onEvent = (event: BridgeEvent) => out.push(event);
  const bridge = translator({ client, agent, rewrite });
  const route = translating(bridge, undefined, { toClient: sent('client'), toAgent: sent('agent') }, { onEvent });
  return { route, out, passed: 0 };
}

/** Takes a frame as the bridge does. */
function take(one: Watched, frame: string): void {
  if (one.route.takeUnread(frame)) one.passed += 1;
  else one.route.take('agent', pipedMessage(frame));
}

const frameOf = (update: object, sessionId = 's') =>
  JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });

const chunkOf = (text: string, more: object = {}, sessionUpdate = 'agent_message_chunk') =>
  frameOf({ sessionUpdate, messageId: 'm', ...more, content: { type: 'text', text } });

const pairs: readonly (readonly [client: Dialect, agent: Dialect])[] = [
  ['june', 'v1'],
  ['v1', 'june'],
  ['november', 'june'],
  ['june', 'november'],
  ['november', 'v1'],
  ['v1', 'november'],
];

const text = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'text',
    's',
    'm',
    'agent_message_chunk',
    ' "quoted" \\ \n\t',
    '\u2028é😀\ud800',
    'text 0',
    '}',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

/** Chunks that an agent may send one after the other: often alike, sometimes of another kind, session or shape. */
const chunk = fc
  .record({
    sessionId: fc.constantFrom('s', 's', 's', 's', 't'),
    sessionUpdate: fc.constantFrom(
      ...[
        'agent_message_chunk',
        'agent_message_chunk',
        'agent_message_chunk',
        'agent_thought_chunk',
        'user_message_chunk',
      ],
    ),
    messageId: fc.constantFrom(...['m', 'm', 'm', 'm', 'n', undefined]),
    text,
    more: fc.constantFrom<object[]>({}, {}, {}, {}, { _meta: { k: 'v' } }, { _meta: { n: 0.1 } }, { other: 'm' }),
    block: fc.constantFrom<object[]>(
      ...[
        {},
        {},
        {},
        {},
        { annotations: { audience: ['user'] } },
        { annotations: { priority: 0.5 } },
        { _meta: { a: 'b' } },
      ],
    ),
  })
  .map(({ sessionId, text: own, block, more, ...update }) =>
    frameOf({ ...update, content: { type: 'text', text: own, ...block }, ...more }, sessionId),
  );

/** The same message in another text: with spaces, with other escapes, with its text twice, or damaged. */
const written = fc.tuple(chunk, fc.nat(9)).map(([frame, style]) => {
  if (style === 0) return JSON.stringify(JSON.parse(frame), undefined, 1).replaceAll('\n', ' ');
  if (style === 1) return frame.replaceAll('a', '\\u0061');
  if (style === 2) return frame.replace('"type":"text"', '"type":"text","text":"x"');
  if (style === 3) return frame.replace(/"text":"([^"\\]?)/, '"text":"$1\\');
  if (style === 4) return frame.replace(/"text":"([^"\\]?)/, '"text":"$1"');
  return frame;
});

const other = fc.constantFrom(
  frameOf({ sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'Run', status: 'in_progress' }),
  frameOf({ sessionUpdate: 'tool_call', toolCallId: 'd', title: 'Read' }),
  frameOf({
    sessionUpdate: 'tool_call_content_chunk',
    toolCallId: 'c',
    content: { type: 'content', content: { type: 'text', text: 'o' } },
  }),
  frameOf({ sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: 'text', text: 'a' }] }),
  frameOf({ sessionUpdate: 'agent_message_clear', messageId: 'm' }),
  frameOf({ sessionUpdate: 'agent_message', messageId: 'm', _meta: { later: true } }),
  frameOf({ sessionUpdate: 'usage_update', used: 1, size: 200_000 }),
  'noise',
);

type Step = { readonly frame: string } | { readonly client: string } | { readonly whole: string } | 'flush';

const prompt = (id: number) => ({
  client: JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'session/prompt',
    params: { sessionId: 's', prompt: [{ type: 'text', text: 'a' }] },
  }),
});

const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.tuple(written, fc.nat(3)).map(([frame, times]) => Array(times + 1).fill({ frame })) },
      {
        weight: 6,
        arbitrary: fc.array(text, { maxLength: 5 }).map((texts) => texts.map((own) => ({ frame: chunkOf(own) }))),
      },
      { weight: 2, arbitrary: other.map((frame) => [{ frame }]) },
      { weight: 1, arbitrary: fc.nat(1).map((id) => [prompt(id)]) },
      { weight: 1, arbitrary: fc.constant([{ frame: '{"jsonrpc":"2.0","id":0,"result":{"stopReason":"end_turn"}}' }]) },
      { weight: 2, arbitrary: fc.constantFrom('', ' and more').map((whole) => [{ whole }]) },
      { weight: 1, arbitrary: fc.constant(['flush'] as const) },
    ),
    { maxLength: 12, size: 'max' },
  )
  .map((parts) => parts.flat() as readonly Step[]);

/** Knows the text of the message `m` of the session `s`, to send it as a whole. */
class Written {
  #text = '';

  see(frame: string): void {
    try {
      const { sessionId, update } = JSON.parse(frame).params;
      const isOwn = sessionId === 's' && update.messageId === 'm' && update.sessionUpdate === 'agent_message_chunk';
      if (isOwn) this.#text += update.content.text;
    } catch {
      // Not every frame is a message.
    }
  }

  whole(more: string): string {
    this.#text += more;
    return frameOf({ sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: 'text', text: this.#text }] });
  }
}

/** Takes the same steps on a route that leaves frames unread, and on one that reads all. */
function takeOnBoth(steps: readonly Step[], quick: Watched, plain: Watched): void {
  const message = new Written();
  for (const step of steps) {
    if (step === 'flush') for (const { route } of [quick, plain]) route.flush();
    else if ('client' in step) for (const { route } of [quick, plain]) route.take('client', pipedMessage(step.client));
    else {
      const frame = 'whole' in step ? message.whole(step.whole) : step.frame;
      message.see(frame);
      take(quick, frame);
      plain.route.take('agent', pipedMessage(frame));
    }
  }
  for (const { route } of [quick, plain]) route.end();
}

test.each(pairs)('[BR89] to a %s client of a %s agent, chunks that are not read cross like others', (client, agent) => {
  let passed = 0;
  fc.assert(
    fc.property(steps, fc.constantFrom(...rewriteRules), (all, rewrite) => {
      const [quick, plain] = [watched(client, agent, rewrite), watched(client, agent, rewrite)];
      takeOnBoth(all, quick, plain);
      expect(quick.out).toEqual(plain.out);
      passed += quick.passed;
    }),
    { numRuns: counts({ short: 150, long: 5_000 }) },
  );
  expect(passed).toBeGreaterThan(100);
});

/** How many of these frames are not read. */
function unread(client: Dialect, agent: Dialect, frames: readonly string[]): number {
  const one = watched(client, agent);
  for (const frame of frames) take(one, frame);
  return one.passed;
}

test.each(pairs)(
  '[BR89] to a %s client of a %s agent, all but the first chunks of a run are not read',
  (client, agent) => {
    const frames = Array.from({ length: 100 }, (_, index) => chunkOf(`word ${index} of "this" `));
    expect(unread(client, agent, frames)).toBe(99);
  },
);

test('[BR89] a chunk that is not JSON is reported, in a run as anywhere', () => {
  const one = watched('june', 'v1');
  const [start, end] = [chunkOf('a'), chunkOf('b')];
  for (const bad of ['\\x', '"', '\u0001', 'a", "text": "b']) {
    one.out.splice(0);
    const frame = start.replace('"a"', `"${bad}"`);
    for (const each of [start, start, frame, end]) take(one, each);
    const isMessage = bad.includes('text');
    expect(one.out[2]).toEqual(isMessage ? ['client', JSON.parse(frame)] : { type: 'noise', from: 'agent', frame });
    expect(one.out.length).toBe(4);
  }
});

test('[BR89] numbers are never passed on unread', () => {
  const frames = Array.from({ length: 10 }, (_, index) => chunkOf(`${index}`, { _meta: { n: 1 } }));
  expect(unread('june', 'v1', frames)).toBe(0);
});

test('[BR89] where chunks are never alike, runs are tried less and less, and again once they are', () => {
  const unlike = Array.from({ length: 1_000 }, (_, index) => chunkOf('a', { _meta: { index: `${index}` } }));
  const alike = Array.from({ length: 200 }, (_, index) => chunkOf(`${index}`));
  const passed = unread('june', 'v1', [...unlike, ...alike]);
  expect(passed).toBeGreaterThan(130);
  expect(passed).toBeLessThan(190);
});

test.each(['june', 'november'] as const)('[BR89] what a run of a %s agent has shown is known', (agent) => {
  const one = watched('v1', agent);
  const words = ['one ', 'two ', 'three ', '\\four"\n'];
  for (const word of words) take(one, chunkOf(word));
  one.out.splice(0);
  const content = [{ type: 'text', text: `${words.join('')}five` }];
  take(one, frameOf({ sessionUpdate: 'agent_message', messageId: 'm', content }));
  expect([one.passed, one.out]).toEqual([3, [['client', JSON.parse(chunkOf('five'))]]]);
});

test('[BR89] a text that is elsewhere in the frame, too, is not mistaken for it', () => {
  const one = watched('june', 'v1');
  const frames = ['m', 'm', 'x', 'y'].map((other) =>
    frameOf({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'm' }, other }),
  );
  for (const frame of frames) take(one, frame);
  const sent = one.out.flatMap((each) => (Array.isArray(each) ? [each[1].params.update.other] : []));
  expect(sent).toEqual(['m', 'm', 'x', 'y']);
});

test('[BR89] blocks with annotations are remembered one by one', () => {
  const one = watched('v1', 'june');
  const blocks = ['one', 'two', 'three'].map((each) => ({
    type: 'text',
    text: each,
    annotations: { audience: ['user'] },
  }));
  for (const content of blocks) take(one, frameOf({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content }));
  one.out.splice(0);
  take(one, frameOf({ sessionUpdate: 'agent_message', messageId: 'm', content: blocks }));
  expect(one.out).toEqual([]);
});
