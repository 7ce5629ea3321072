import { expect, onTestFinished, test, vi } from 'vitest';
import { MemoryBytes } from './byte-source.ts';
import { Inspection } from './inspection.ts';
import { recordingInspector } from './recording-inspector.ts';

/** An inspector of a recording with this many lines, and how often others got a turn. */
async function inspected(lines: number) {
  const turns = { count: 0 };
  const bytes = new MemoryBytes();
  await bytes.append(new TextEncoder().encode('{"jsonrpc":"2.0","method":"a/b"}\n'.repeat(lines)));
  bytes.end();
  const pause = async (): Promise<void> => {
    turns.count += 1;
  };
  const inspection = new Inspection({ source: { kind: 'file', name: 'r' }, bytes, pause });
  onTestFinished(() => inspection.close());
  await inspection.grow();
  const inspector = recordingInspector(inspection);
  const rows = async (filter: string) => {
    const { frames, filterFault, isComplete } = await inspector.ask('rows', { filter, open: [], start: 0, end: 0 });
    return { frames, filterFault, isComplete };
  };
  return { rows, turns };
}

const words = (count: number): string => Array.from({ length: count }, (_, index) => `-zq${index}`).join(' ');

test('[IP2] a filter that is too long, or has too many conditions, says so and hides nothing', async () => {
  const { rows } = await inspected(3);
  const all = { frames: 3, isComplete: true };
  const tooLong = 'A filter has at most 1,000 characters.';
  const tooMany = 'A filter has at most 50 conditions.';
  const found = [];
  const filters = [words(50), words(51), words(1_000), 'x'.repeat(1_000), 'x'.repeat(1_001), '"'.repeat(1_000_000)];
  for (const filter of filters) found.push(await rows(filter));
  expect(found).toEqual([
    { ...all, filterFault: undefined },
    { ...all, filterFault: tooMany },
    { ...all, filterFault: tooLong },
    { ...all, frames: 0, filterFault: undefined },
    { ...all, filterFault: tooLong },
    { ...all, filterFault: tooLong },
  ]);
});

test.each(['zq', 'method:zq'])(
  '[IP2] while the filter %j is at work, others get a turn every 10 ms',
  async (filter) => {
    const { rows, turns } = await inspected(5_120);
    // Each look at the clock finds it 1 ms later.
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now);
    onTestFinished(() => clock.mockRestore());
    turns.count = 0;
    const both = await Promise.all([rows(filter), rows(filter)]);
    const none = { frames: 0, filterFault: undefined, isComplete: true };
    expect([both, turns.count]).toEqual([[none, none], filter === 'zq' ? 512 : 1]);
  },
);
