/**
 * An agent that watches something (here a build) and gets a complete snapshot each time.
 *
 * `message.set` compares the text with what the client already has and sends the smallest update: nothing, the appended
 * part, or the whole message. Plans and tool calls work the same way: pass the current state.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { agent, serve } from '@emend/acp';
import { stdio } from '@emend/acp/node';

type Status = 'pending' | 'in_progress' | 'completed';

interface Snapshot {
  readonly log: string;
  readonly steps: readonly { readonly name: string; readonly status: Status }[];
}

/** A stand-in for what you poll: a build server, a database row, a screen. */
async function* snapshots(signal: AbortSignal): AsyncGenerator<Snapshot> {
  const seen: [log: string, compile: Status, test: Status][] = [
    ['Compiling.', 'in_progress', 'pending'],
    ['Compiling.\nTesting.', 'completed', 'in_progress'],
    ['Compiling.\nTesting.', 'completed', 'in_progress'],
    ['Compiling.\nTesting.\n12 tests passed.', 'completed', 'completed'],
    ['Everything is built and tested.', 'completed', 'completed'],
  ];
  for (const [log, compile, test] of seen) {
    await pause(20, undefined, { signal });
    yield {
      log,
      steps: [
        { name: 'Compile', status: compile },
        { name: 'Test', status: test },
      ],
    };
  }
}

const watcher = agent({
  info: { name: 'snapshot-agent', version: '1.0.0' },
  async prompt(turn) {
    const report = turn.message();
    let shown = '';
    for await (const { log, steps } of snapshots(turn.signal)) {
      await report.set(log);
      const entries = steps.map(({ name, status }) => ({ content: name, priority: 'medium' as const, status }));
      // A plan is always sent as a whole, so send it only when it has changed.
      if (JSON.stringify(entries) !== shown) await turn.plan(entries);
      shown = JSON.stringify(entries);
    }
  },
});

serve(watcher, stdio(), { onEvent: console.error });
