import { startWatchdog, watchGroups } from './watchdog.ts';

const SIGNALS: ReadonlySet<string> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP']);

/** A process tree that must not outlive this process. */
interface Guarded {
  /** The id of its process group. */
  readonly group: number;
  /** Checks whether it is still running, and removes it from the guarded trees if not. */
  look(): void;
  kill(signal: 'SIGKILL'): void;
}

const guarded = new Set<Guarded>();

/** Kills a process tree when this process ends, for whatever reason; returns a function that undoes it. */
export function killAtExit(tree: Guarded): () => void {
  if (guarded.size === 0) startListening();
  guarded.add(tree);
  updateWatchdog();
  return () => {
    if (!guarded.delete(tree)) return;
    updateWatchdog();
    if (guarded.size === 0) stopListening();
  };
}

/** Prepares for a process that is about to be started. Call the returned function when it is guarded, or could not be started. */
export function expectGuarded(): () => void {
  for (const tree of guarded) tree.look();
  startWatchdog();
  // The watchdog ends if it has nothing to watch.
  return updateWatchdog;
}

function killAll(): void {
  for (const tree of guarded) tree.kill('SIGKILL');
  guarded.clear();
  updateWatchdog();
}

// Only the watchdog notices if this process is killed.
function updateWatchdog(): void {
  // For a signal, group 0 is that of the sender and group 1 is everybody.
  watchGroups([...guarded].map(({ group }) => group).filter((group) => group > 1));
}

// A signal is handled here only while there is no other listener. Some listeners leave a signal to the others, as the `signal-exit`
// package and a second copy of this module do: two such listeners would wait for each other, and the signal would have no effect.

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

/** Listens to a signal that has no other listener. */
function standIn(event: string | symbol): void {
  if (isSignal(event) && process.listenerCount(event) === 0) process.on(event, onSignal);
}

function onListenerAdded(event: string | symbol, listener: unknown): void {
  if (!isSignal(event) || listener === onSignal) return;
  // The listener is about to be added. Without any listener in between, Node would stop watching for the signal.
  queueMicrotask(() => {
    if (process.listenerCount(event) > 1) process.off(event, onSignal);
  });
}

function onSignal(signal: NodeJS.Signals): void {
  killAll();
  stopListening();
  // There was no other listener, so the signal would have ended the process; now it does.
  process.kill(process.pid, signal);
}

function isSignal(event: string | symbol): event is NodeJS.Signals {
  return typeof event === 'string' && SIGNALS.has(event);
}
