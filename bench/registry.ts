import type { Bench } from './harness.ts';

/** Every bench by name, loaded only when it is run. */
export const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  'ai-sdk': async () => (await import('./ai-sdk.ts')).aiSdk,
  bridge: async () => (await import('./bridge.ts')).bridge,
  chat: async () => (await import('./chat.ts')).chat,
  check: async () => (await import('./check.ts')).check,
  connection: async () => (await import('./connection.ts')).connection,
  growth: async () => (await import('./growth.ts')).growth,
  inspector: async () => (await import('./inspector.ts')).inspector,
  'inspector-page': async () => (await import('./inspector-page.ts')).inspectorPage,
  log: async () => (await import('./log.ts')).log,
  postgres: async () => (await import('./postgres.ts')).postgres,
  projections: async () => (await import('./projections.ts')).projections,
  protocol: async () => (await import('./protocol.ts')).protocol,
  remote: async () => (await import('./remote.ts')).remoteConnections,
  session: async () => (await import('./session.ts')).session,
  sharing: async () => (await import('./sharing.ts')).sharing,
  start: async () => (await import('./start.ts')).start,
};
