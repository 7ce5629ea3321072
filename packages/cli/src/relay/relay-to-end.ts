import type { Recorder } from './recorder.ts';
import type { Relay, RelayEnd } from './relay.ts';
import type { RemoteRelay } from './remote-relay.ts';

/** How a relay ended, and the signal that asked for it, if one did. */
interface Ended {
  readonly end: RelayEnd;
  readonly ending: NodeJS.Signals | undefined;
}

const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

/** Waits until a relay has ended, by itself or by a signal, and everything that passed is recorded. */
export async function relayToEnd(relay: Relay | RemoteRelay, recorder: Recorder): Promise<Ended> {
  let ending: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    ending = signal;
    recorder.flush();
    relay.kill('SIGTERM');
    relay.stop();
  };
  // At an unexpected exit there is no time left to ask the agent to end.
  const onExit = (): void => {
    relay.kill('SIGKILL');
    recorder.close();
  };
  for (const signal of signals) process.on(signal, onSignal);
  process.on('exit', onExit);
  try {
    const end = await relay.ended;
    return { end, ending };
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
    process.off('exit', onExit);
    recorder.close();
    // Our own input may still be open when the agent has ended.
    process.stdin.destroy();
  }
}
