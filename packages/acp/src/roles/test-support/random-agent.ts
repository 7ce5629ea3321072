import { setImmediate as nextTask } from 'node:timers/promises';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { AgentWork } from '../agent/agent-work.ts';
import type { OutgoingConfigOption } from '../agent/config-switch.ts';
import type { AsyncAgentDefinition, TurnOutcome } from '../agent/definition.ts';
import { fileDiff } from '../agent/file-diff.ts';
import type { Turn } from '../agent/turn.ts';
import type { OutgoingContentBlock, OutgoingToolCallContent } from '../outgoing-content.ts';

/** What a random turn does: each number is an action, and the last one how it ends. */
export type Tape = readonly number[];

/** The prompt that makes a random agent play a tape. */
export function tapePrompt(tape: Tape): string {
  return JSON.stringify(tape);
}

function one<T>(values: readonly T[], choice: number): T {
  return values[choice % values.length] as T;
}

/** Blocks that are valid in every dialect. */
const plain: readonly OutgoingContentBlock[] = [
  { type: 'text', text: 'héllo 👋' },
  { type: 'text', text: '', annotations: { priority: 0.5, audience: ['user'] } },
  { type: 'image', data: 'AA==', mimeType: 'image/png', uri: 'x y.png' },
  { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
  { type: 'resource_link', name: 'n', uri: 'README.md', title: null, description: 'd' },
  { type: 'resource', resource: { uri: '', text: 't' } },
  { type: 'resource', resource: { uri: 'file:///w/a', blob: 'AA==', mimeType: null } },
  { type: '_own', any: [1] },
];

const blocks: readonly OutgoingContentBlock[] = [
  ...plain,
  { type: 'text', text: 'b', annotations: { priority: 7 }, _meta: { a: 1 } },
  { type: 'resource_link', name: 'n', uri: '/w/a b.txt', size: -1 },
];

const items: readonly OutgoingToolCallContent[] = [
  ...plain.map((content) => ({ type: 'content' as const, content })),
  { type: 'diff', path: '/w/é "q".txt', oldText: 'a\r\nb', newText: 'a\nc\n' },
  { type: 'diff', path: '/w/new', newText: '' },
  { type: 'diff', path: '/w/same', oldText: 'x', newText: 'x' },
  { type: 'diff', path: 'relative', oldText: null, newText: '\0' },
  fileDiff({ operation: 'move', oldPath: '/w/a', path: '/w/b c' }),
  fileDiff({ operation: 'delete', path: '/w/a', oldText: 'x\n' }, { operation: 'add', path: '/w/d', newText: 'y' }),
  fileDiff({ operation: 'copy', oldPath: '/w/a', path: '/w/b', oldText: '1\n', newText: '2\n' }),
  fileDiff({ operation: 'modify', path: '/w/i.png', fileType: 'binary', mimeType: 'image/png' }),
  { type: '_own', any: 1 },
];

const options: readonly (readonly OutgoingConfigOption[])[] = [
  [],
  [{ id: 'fast', name: 'Fast', type: 'boolean', currentValue: false }],
  [
    { id: 'fast', name: 'Fast', type: 'boolean', currentValue: true, category: 'model_config' },
    { id: 'model', name: 'Model', type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }] },
    {
      id: 'grouped',
      name: 'Grouped',
      type: 'select',
      currentValue: 'x',
      options: [{ group: 'g', name: 'G', options: [{ value: 'x', name: 'X' }] }],
      _meta: { a: 1 },
    },
  ],
];

const statuses = ['pending', 'in_progress', 'completed', 'failed', 'cancelled', 'paused', null] as const;
const wave = new TextEncoder().encode('a👋\u001b[31mé\r\n');

type Action = (work: AgentWork, choice: number) => unknown;

/** The actions of an agent that have ended when their turn ends; `work` is a turn, or work that nobody prompted. */
const passing: readonly Action[] = [
  (work, choice) => work.message({ id: `m${choice % 3}` }).append(one(blocks, choice)),
  (work, choice) => work.message({ id: `m${choice % 3}` }).replace([one(blocks, choice), one(blocks, choice + 3)]),
  (work, choice) => work.message({ id: `m${choice % 3}`, _meta: { [`k${choice % 2}`]: choice } }),
  (work, choice) => work.message({ id: `m${choice % 3}` }).clear(),
  (work, choice) => work.thought({ id: `m${choice % 2}` }).append('hm'),
  (work, choice) => work.thought({ content: one(blocks, choice) }),
  (work, choice) => work.userMessage({ id: `u${choice % 2}` }).append('said elsewhere'),
  (work, choice) =>
    work.toolCall({
      id: `c${choice % 3}`,
      title: `Call ${choice}`,
      ...(choice % 2 === 0 && { name: 'Bash' }),
      kind: one(['edit', 'execute', '_own', null] as const, choice),
      status: one(statuses, choice),
      locations: [{ path: '/w/a', line: choice % 2 }],
      content: [one(items, choice), one(items, choice + 5)],
      rawInput: one([null, 0, { a: 1 }], choice),
      _meta: { [`k${choice % 2}`]: null, b: choice },
      isCancellable: choice % 3 === 0,
    }),
  (work, choice) => work.toolCallById(`c${choice % 3}`).append(one(items, choice)),
  (work, choice) => work.toolCallById(`c${choice % 3}`).update({ status: one(statuses, choice), rawOutput: 'r' }),
  (work, choice) => work.toolCallById(`c${choice % 3}`).fail('broken'),
  async (work, choice) => {
    const terminal = work.terminal({ id: `t${choice % 2}`, command: 'ls', cwd: '/w', isCancellable: choice % 2 === 0 });
    await terminal.write(wave.subarray(0, choice % wave.length));
    await terminal.write(wave.subarray(choice % wave.length));
    await work.toolCallById(`c${choice % 3}`).append(terminal.content);
    if (choice % 3 === 0) await terminal.replace('all of it');
    if (choice % 5 === 0) await terminal.clear();
    await terminal.exit(one([{}, { exitCode: 1 }, { exitCode: null, signal: 'SIGTERM' }], choice));
  },
  (work, choice) => work.notice({ severity: one(['info', 'warning', '_own'], choice), title: 'N', description: 'd' }),
  async (work, choice) => {
    const compaction = work.compaction({ id: `k${choice % 2}` });
    await compaction.append('short');
    await one([() => compaction.finish('sum'), () => compaction.fail('no'), () => compaction.cancel()], choice)();
  },
  (work, choice) =>
    work.plan([{ content: 'do', priority: 'high', status: one(['pending', 'completed'], choice) }], `p${choice % 2}`),
  (work, choice) =>
    work.usage({ used: choice, size: 100, ...(choice % 2 === 0 && { cost: { amount: 1, currency: 'EUR' } }) }),
  (work, choice) =>
    work.commands(
      choice % 2 === 0
        ? []
        : [
            { name: 'plan', description: 'd', input: { hint: 'h' } },
            { name: 'x', description: '' },
          ],
    ),
  (work, choice) => work.configOptions(one(options, choice)),
  (work, choice) =>
    work.info({ title: one(['T', null, 'U'], choice), updatedAt: one(['now', '2026-01-01T00:00:00Z'], choice) }),
  (work, choice) =>
    work.requestPermission({ toolCallId: `c${choice % 3}`, ...(choice % 2 === 0 && { title: 'Write' }) }),
  (work, choice) =>
    work.requestPermission(work.toolCall({ title: 'Run', kind: 'execute' }), [
      { optionId: `o${choice}`, name: 'Yes', kind: one(['allow_once', 'allow_always', '_own'], choice) },
    ]),
  (work) =>
    work.elicit({
      message: 'Who?',
      schema: { properties: { name: { type: 'string' }, age: { type: 'integer' } }, required: ['name'] },
    }),
  async (work, choice) => {
    const answer = await work.elicit({ message: 'Go', url: 'https://example.com', id: `e${choice}` });
    if (answer.action === 'accept') await answer.complete();
  },
  (work, choice) => work.update(JSON.parse(`{"sessionUpdate":"_own","value":${choice}}`)),
  () => nextTask(),
  () => nextTask(),
];

/** Those that go on after their turn, or until it is cancelled. */
const lasting: readonly Action[] = [
  async (work, choice) => {
    const handle =
      choice % 2 === 0 ? work.terminal({ id: `b${choice}` }) : work.toolCall({ id: `b${choice}`, title: 'Watch' });
    work.background(handle);
    void nextTask().then(async () => {
      await nextTask();
      await ('exit' in handle ? handle.exit({ exitCode: 0 }) : handle.finish());
    });
  },
  (work, choice) => {
    if (choice % 3 !== 0) return;
    const { session } = work;
    void session.work((other) => play(other, [choice, choice + 1])).catch(() => {});
  },
  async (work, choice) => {
    if (choice % 4 !== 0) return;
    await new Promise((resolve) => work.signal.addEventListener('abort', resolve, { once: true }));
  },
];

const actions: readonly Action[] = [...passing, ...lasting];

/** Returns the number on a tape of an action that has ended when its turn ends. */
export function passingAction(action: number, choice: number): number {
  return choice * actions.length + (action % passing.length);
}

async function play(work: AgentWork, tape: Tape): Promise<void> {
  for (const number of tape) {
    if (work.signal.aborted) return;
    await actions[number % actions.length]?.(work, Math.floor(number / actions.length));
  }
}

/** How a turn of a tape ends: the stop reason that its client gets if nobody cancels it. */
export function endOf(tape: Tape): string {
  return one(['end_turn', 'end_turn', 'max_tokens', 'refusal', '_own', 'error', 'error'], tape.at(-1) ?? 0);
}

async function playTurn(turn: Turn): Promise<TurnOutcome> {
  const tape = JSON.parse(turn.text) as Tape;
  await play(turn, tape);
  const end = endOf(tape);
  if (end !== 'error') return end === 'end_turn' ? undefined : (end as 'refusal');
  throw tape.length % 2 === 0 ? new Error('secret') : new RpcError(-32001, 'Out of credit', { until: 5 });
}

/** An agent that does whatever its prompts say. */
export const randomAgent: AsyncAgentDefinition = {
  info: { name: 'random', version: '1' },
  accepts: { image: true, audio: true, embeddedContext: true },
  newSession: async () => ({ configOptions: one(options, 2) }),
  setConfigOption: async () => one(options, 2),
  prompt: playTurn,
};
