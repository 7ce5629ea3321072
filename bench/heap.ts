/** Returns the size of the heap after garbage collection. */
export function heap(): number {
  const collect = (globalThis as { gc?: () => void }).gc;
  if (collect === undefined) throw new Error('run with --expose-gc');
  // A collection that was already running misses objects that died since; the next one finds them.
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
