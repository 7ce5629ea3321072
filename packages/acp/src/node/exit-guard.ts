const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const guarded = new Set<() => void>();

/** Has `kill` called, at the latest, when this process exits, for whatever reason it still learns of; returns the way back. */
export function killAtExit(kill: () => void): () => void {
  if (guarded.size === 0) {
    process.on('exit', killAll);
    for (const signal of SIGNALS) process.on(signal, onSignal);
  }
  guarded.add(kill);
  return () => {
    guarded.delete(kill);
    if (guarded.size === 0) stopListening();
  };
}

function killAll(): void {
  for (const kill of guarded) kill();
}

function onSignal(signal: NodeJS.Signals): void {
  // With listeners of its own the program decides itself what the signal means; if it exits, `exit` comes.
  if (process.listenerCount(signal) > 1) return;
  killAll();
  stopListening();
  // Nobody else listened: without us the signal would have ended the process, and now it does.
  process.kill(process.pid, signal);
}

function stopListening(): void {
  process.off('exit', killAll);
  for (const signal of SIGNALS) process.off(signal, onSignal);
}
