import type { Transport } from '@emend/acp';
import { atMost } from '../timing/at-most.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How long a server may take to be told, in milliseconds. */
const patience = 1_000;

/**
 * Closes a remote connection before a signal ends the process, unless the command has a handler of its own: a server that is not told waits
 * for its client to come back, and its agent goes on working.
 */
export function leaveOnSignal(transport: Transport): void {
  const onSignal = (signal: NodeJS.Signals): void => {
    if (process.listeners(signal).some((listener) => !ours.has(listener))) return;
    void atMost(
      patience,
      transport.close().catch(() => {}),
    ).then(() => {
      for (const each of signals) process.off(each, onSignal);
      process.kill(process.pid, signal);
    });
  };
  ours.add(onSignal);
  for (const each of signals) process.on(each, onSignal);
}

// A bridge may have opened several connections, one after another.
const ours = new WeakSet<object>();
