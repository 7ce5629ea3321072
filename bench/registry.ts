import type { Bench } from './harness.ts';

/** Every bench by name, loaded only when it is run. */
export const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  start: async () => (await import('./start.ts')).start,
};
