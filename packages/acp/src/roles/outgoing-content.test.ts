import { expect, test } from 'vitest';
import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { ToolCallContent, ToolCallUpdate } from '../protocol/june/generated/tool-call.ts';
import type { Turn } from './agent/turn.ts';
import type { ClientSession } from './client/session.ts';
import { connected } from './test-support/pair.ts';

/** What an author writes and passes on; only compiled. */
function right(turn: Turn, shown: readonly ToolCallContent[], last: ToolCallUpdate, client: ClientSession): void {
  const message = turn.message({ content: turn.prompt });
  void message.append({ type: 'text', text: 'a', annotations: { priority: 1 }, _meta: { 'example.com/a': 1 } });
  void message.append([
    { type: '_map', zoom: 3 },
    { type: 'resource', resource: { uri: 'file:///a', text: 'a' } },
  ]);
  for (const block of turn.prompt) void message.append(block);
  void message.set(turn.prompt.map((block) => (block.type === 'text' ? { type: 'text', text: 'b' } : block)));
  void message.replace([...turn.prompt, { type: 'image', data: '', mimeType: 'image/png' }]);
  void message.set([...(turn.session.history?.messages ?? [])].flatMap(({ content }) => content.toArray()));
  const call = turn.toolCall({
    title: 't',
    content: [
      { type: 'diff', path: '/a', oldText: null, newText: 'a' },
      { type: 'content', content: { type: 'text', text: 'a' }, _meta: {} },
      { type: '_chart', points: [1, 2] },
      ...turn.prompt.map((content) => ({ type: 'content', content }) as const),
      ...shown,
    ],
    locations: [{ path: '/a', line: 1 }, ...(last.locations ?? [])],
  });
  void call.update({ content: last.content ?? null });
  void call.append({ type: 'diff', path: '/a', newText: 'a' });
  for (const item of shown) void call.append(item);
  for (const block of turn.prompt) void call.append(block);
  void turn.requestPermission({ toolCallId: 'c', content: shown });
  void client.prompt(turn.prompt);
}

/** Slips, each of which must not compile. */
function wrong(turn: Turn, client: ClientSession): void {
  const message = turn.message();
  // @ts-expect-error a type that nobody defines
  void turn.message({ content: { type: 'txt', text: 'a' } });
  // @ts-expect-error nor alone
  void message.append({ type: 'picture' });
  // @ts-expect-error a misspelt key that is needed
  void message.append({ type: 'text', txt: 'a' });
  // @ts-expect-error a misspelt key besides
  void message.append({ type: 'text', text: 'a', anotations: {} });
  // @ts-expect-error in a list
  void message.set([{ type: 'text', text: 'a', meta: {} }]);
  // @ts-expect-error deeper
  void message.replace({ type: 'text', text: 'a', annotations: { prio: 1 } });
  // @ts-expect-error a key of another block
  void message.append({ type: 'audio', data: '', mimeType: 'audio/wav', uri: 'file:///a' });
  // @ts-expect-error a type that nobody defines
  const call = turn.toolCall({ title: 't', content: [{ type: 'difff' }] });
  // @ts-expect-error the same with fields
  void call.update({ content: [{ type: 'difff', path: '/a', newText: 'a' }] });
  // @ts-expect-error a misspelt key besides
  void call.update({ content: [{ type: 'diff', path: '/a', newText: 'a', oldtext: 'b' }] });
  // @ts-expect-error a block within
  void call.finish({ content: [{ type: 'content', content: { type: 'txt', text: 'a' } }] });
  // @ts-expect-error a key within
  void call.start({ content: [{ type: 'content', content: { type: 'text', text: 'a', anotations: {} } }] });
  // @ts-expect-error a misspelt key besides
  void call.append({ type: 'diff', path: '/a', newText: 'a', oldtext: 'b' });
  // @ts-expect-error a type that nobody defines
  void call.append({ type: 'difff', path: '/a', newText: 'a' });
  // @ts-expect-error a misspelt key
  turn.toolCall({ title: 't', locations: [{ path: '/a', lin: 1 }] });
  // @ts-expect-error a misspelt key
  void turn.requestPermission({ toolCallId: 'c', content: [{ type: 'diff', path: '/a', newtext: 'a' }] });
  // @ts-expect-error what a client says is written as well
  void client.prompt({ type: 'picture' });
  // @ts-expect-error an option of a kind that nobody defines
  void turn.configOptions([{ type: 'selekt', id: 'a', name: 'A' }]);
}

/** What is read may still be of any type, and is compared with any. */
function read(block: ContentBlock): unknown {
  if (block.type === 'video') return block['length'];
  return block.type === 'text' ? block['text'] : undefined;
}

test('[RO4] slips in content, locations and tool output do not compile, and what was read is passed on as it is', async () => {
  expect([right, wrong, read].map((compiled) => typeof compiled)).toEqual(['function', 'function', 'function']);
  const prompt = JSON.parse('[{"type":"text","text":"a"},{"type":"video","length":3},{"type":"_map","zoom":1}]');
  await using pair = await connected({
    async prompt(turn) {
      await turn.message({ content: turn.prompt });
      const call = turn.toolCall({ title: 't', content: [{ type: '_chart', points: [1] }] });
      for (const block of turn.prompt) await call.append(block);
    },
  });
  const session = await pair.client.newSession({ cwd: '/' });
  await session.prompt(prompt as readonly ContentBlock[]);
  expect([...session.state.messages].at(-1)?.content.toArray()).toEqual(prompt);
  expect([...session.state.toolCalls].map(({ content }) => content.toArray())).toEqual([
    [{ type: '_chart', points: [1] }, ...prompt.map((content: ContentBlock) => ({ type: 'content', content }))],
  ]);
});
