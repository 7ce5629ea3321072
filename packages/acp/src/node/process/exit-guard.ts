import { startWatchdog, watchGroups } from './watchdog.ts';

const SIGNALS: ReadonlySet<string> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP']);

/** A process tree that must not outlive us. */
export interface Guarded {
  /** The number of its process group. */
  readonly group: number;
  /** Looks whether it is still there, and takes it out of the guarded ones if it is not. */
  look(): void;
  kill(signal: 'SIGKILL'): void;
}

const guarded = new Set<Guarded>();

/** Has a process tree killed, at the latest, when this process ends, for whatever reason; returns the way back. */
export function killAtExit(tree: Guarded): () => void {
  if (guarded.size === 0) startListening();
  guarded.add(tree);
  tellWatchdog();
  return () => {
    if (!guarded.delete(tree)) return;
    tellWatchdog();
    if (guarded.size === 0) stopListening();
  };
}

/** Prepares for a process that is about to be started; returns what to call once it is guarded, or could not be started. */
export function expectGuarded(): () => void {
  for (const tree of guarded) tree.look();
  startWatchdog();
  // Without anything to watch the watchdog ends.
  return tellWatchdog;
}

function killAll(): void {
  for (const tree of guarded) tree.kill('SIGKILL');
  guarded.clear();
  tellWatchdog();
}

// What ends this process without a word to it is seen by the watchdog alone.
function tellWatchdog(): void {
  // To a signal, 0 is the group of the sender and 1 is everybody.
  watchGroups([...guarded].map(({ group }) => group).filter((group) => group > 1));
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
