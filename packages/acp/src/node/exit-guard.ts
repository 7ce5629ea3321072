const SIGNALS: ReadonlySet<string> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP']);

const guarded = new Set<() => void>();

/** Has `kill` called, at the latest, when this process exits, for whatever reason it still learns of; returns the way back. */
export function killAtExit(kill: () => void): () => void {
  if (guarded.size === 0) startListening();
  guarded.add(kill);
  return () => {
    guarded.delete(kill);
    if (guarded.size === 0) stopListening();
  };
}

function killAll(): void {
  for (const kill of guarded) kill();
}

// A signal is heard here only while nobody else hears it. Others leave a signal to whoever listens beside them, as the `signal-exit`
// package and a second copy of this module do: two of them that stayed would wait for each other, and the signal would have no effect.

function startListening(): void {
  process.on('exit', killAll);
  process.on('newListener', onListenerAdded);
  process.on('removeListener', standIn);
  for (const signal of SIGNALS) standIn(signal);
}

function stopListening(): void {
  process.off('exit', killAll);
  process.off('newListener', onListenerAdded);
  process.off('removeListener', standIn);
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

/** Listens to a signal that nobody listens to. */
function standIn(event: string | symbol): void {
  if (isSignal(event) && process.listenerCount(event) === 0) process.on(event, onSignal);
}

function onListenerAdded(event: string | symbol, listener: unknown): void {
  if (!isSignal(event) || listener === onSignal) return;
  // It is about to be added. Without any listener in between, Node would stop watching for the signal.
  queueMicrotask(() => {
    if (process.listenerCount(event) > 1) process.off(event, onSignal);
  });
}

function onSignal(signal: NodeJS.Signals): void {
  killAll();
  stopListening();
  // Nobody else listened: without us the signal would have ended the process, and now it does.
  process.kill(process.pid, signal);
}

function isSignal(event: string | symbol): event is NodeJS.Signals {
  return typeof event === 'string' && SIGNALS.has(event);
}
