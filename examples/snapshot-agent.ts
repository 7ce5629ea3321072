/**
 * An agent that only knows its full state: it watches something (here a build) and gets a whole snapshot each time.
 *
 * `message.set` compares with what the client already has and sends the smallest update: nothing, what was appended, or
 * the whole message. Plans and tool calls work the same way: say what is true now.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { agent, serve } from '@emend/acp';
import { stdio } from '@emend/acp/node';

type Status = 'pending' | 'in_progress' | 'completed';

interface Snapshot {
  readonly log: string;
  readonly steps: readonly { readonly name: string; readonly status: Status }[];
}

/** Stands for whatever you poll: a build server, a database row, a screen. */
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
      // A plan is sent whole each time, so send it only when it differs.
      if (JSON.stringify(entries) !== shown) await turn.plan(entries);
      shown = JSON.stringify(entries);
    }
  },
});

serve(watcher, stdio(), { onEvent: console.error });
