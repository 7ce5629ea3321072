import { expect, test } from 'vitest';
import type { Chance } from '../../../../../soak/chance.ts';
import { counts } from '../../../../../test/support/counts.ts';
import { seededChance } from '../../../../../test/support/seed.ts';
import { SessionNotification as June } from '../../protocol/june/generated/session-update.ts';
import { UpdateSessionNotification as November } from '../../protocol/november/generated/session-update.ts';
import { SessionNotification as V1 } from '../../protocol/v1/generated/session-update.ts';
import { createSessionStore } from '../../session/store.ts';
import { rawClient, textPrompt } from '../test-support/raw-client.ts';
import type { CompactionHandle } from './compaction-handle.ts';
import { fileDiff } from './file-diff.ts';
import type { TerminalHandle } from './terminal-handle.ts';
import type { ToolCallHandle } from './tool-call-handle.ts';
import type { Turn } from './turn.ts';

const readers = { v1: V1, june: June, november: November } as const;

/** What an agent has done in a turn, besides sending it. */
interface Done {
  /** The output of each terminal, as text. */
  readonly outputs: Map<string, string>;
}

/** Does something random with everything that an agent can write. */
function act(turn: Turn, chance: Chance, made: Made): void {
  const call = () => chance.pick(made.calls);
  const terminal = () => chance.pick(made.terminals);
  const steps: (() => unknown)[] = [
    () => turn.message().append('text'),
    () =>
      made.terminals.push(turn.terminal(chance.percent(50) ? { command: 'ls', cwd: '/w' } : { isCancellable: true })),
    () => made.calls.push(turn.toolCall({ title: 't', ...(chance.percent(50) && { name: 'Bash', _meta: { a: 1 } }) })),
    () => turn.notice({ severity: 'info', title: 'n' }),
    () => made.compactions.push(turn.compaction()),
    () => turn.plan([{ content: 'c', priority: 'low', status: 'pending' }]),
  ];
  if (made.calls.length > 0) {
    steps.push(
      () => call().append('text'),
      () => call().append({ type: 'diff', path: '/w/a', oldText: chance.percent(50) ? null : 'a', newText: 'b\n' }),
      () => call().append(fileDiff({ operation: 'move', oldPath: '/w/a', path: '/w/b', oldText: 'a', newText: 'b' })),
      () =>
        call().update({
          _meta: chance.pick([null, {}, { b: 2 }]),
          status: chance.pick(['paused', 'in_progress', null]),
        }),
      () => call().update({ content: chance.pick([null, [], [fileDiff({ operation: 'delete', path: '/w/a' })]]) }),
      () => call().finish(),
      () => call().cancel(),
    );
  }
  if (made.terminals.length > 0) {
    const write = (handle: TerminalHandle, text: string, before = made.outputs.get(handle.id) ?? '') => {
      made.outputs.set(handle.id, before + text);
    };
    steps.push(
      () => {
        const handle = terminal();
        const text = chance.pick(['a', 'é', '😀\n', 'b\r\n']);
        write(handle, text);
        void handle.write(text);
      },
      () => {
        const handle = terminal();
        write(handle, 'whole', '');
        void handle.replace('whole');
      },
      () => terminal().exit({ exitCode: chance.between(0, 1) }),
      () => terminal().update({ size: { cols: 80, rows: 24 }, cwd: null }),
    );
    if (made.calls.length > 0) steps.push(() => call().append(terminal()));
    steps.push(() => turn.background(terminal()));
  }
  if (made.compactions.length > 0) {
    const compaction = () => chance.pick(made.compactions);
    steps.push(
      () => compaction().append('s'),
      () => compaction().finish('all'),
      () => compaction().fail('no'),
    );
  }
  chance.pick(steps)();
}

interface Made extends Done {
  readonly calls: ToolCallHandle[];
  readonly terminals: TerminalHandle[];
  readonly compactions: CompactionHandle[];
}

test.each(['v1', 'june', 'november'] as const)(
  '[RO70] [N102] [N120] whatever an agent does, a %s client gets what it can read',
  async (dialect) => {
    const chance = seededChance();
    for (let count = counts({ short: 15, long: 200 }); count > 0; count--) {
      const made: Made = { calls: [], terminals: [], compactions: [], outputs: new Map() };
      const client = await rawClient(dialect, {
        prompt: async (turn) => {
          for (let step = 0; step < 40; step++) act(turn, chance, made);
        },
      });
      await client.ask('session/prompt', textPrompt(await client.open(), 'go'));
      if (dialect === 'november')
        await client.until(({ params }) => JSON.stringify(params ?? {}).includes('"idle","stop'));
      const store = createSessionStore();
      for (const { method, params } of client.received) {
        if (method !== 'session/update') continue;
        const read = readers[dialect].decode(params, 'strict');
        if (!read.ok) expect({ params, issues: read.issues }).toBeUndefined();
        if (dialect === 'november')
          store.apply({ type: 'update', dialect, update: (params as { update: never }).update });
      }
      expect(client.events).toEqual([]);
      if (dialect !== 'november') continue;
      const outputs = new Map(
        [...store.state.terminals].map(({ terminalId, output }) => [terminalId, output.toText()]),
      );
      for (const [id, text] of made.outputs) expect(outputs.get(id)).toBe(text);
      await client.close();
    }
  },
);
