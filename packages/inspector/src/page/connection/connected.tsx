import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Inspector, InspectorCall, InspectorCalls } from '../../api/inspector.ts';
import type { Overview } from '../../api/overview.ts';
import type { Connection, ConnectionStatus } from './connection-status.ts';
import { type Growth, GrowthStore } from './growth.ts';
import { type Answer, LatestAnswer } from './latest-answer.ts';

interface Connected {
  readonly connection: Connection;
  readonly growth: GrowthStore;
}

const Context = createContext<Connected | undefined>(undefined);

/** Gives the hooks below their connection. */
export function ConnectionProvider({ connection, children }: { connection: Connection; children: ReactNode }) {
  const value = useMemo(() => ({ connection, growth: new GrowthStore(connection) }), [connection]);
  return <Context value={value}>{children}</Context>;
}

function useConnected(): Connected {
  const connected = use(Context);
  if (connected === undefined) throw new Error('There is no ConnectionProvider around this component.');
  return connected;
}

/** Returns what answers the page. */
export function useInspector(): Inspector {
  return useConnected().connection.inspector;
}

/** Returns how the connection stands. */
export function useConnectionStatus(): ConnectionStatus {
  const { connection } = useConnected();
  return useSyncExternalStore(connection.onStatus, connection.status);
}

function useGrowth(): Growth {
  const { growth } = useConnected();
  return useSyncExternalStore(growth.subscribe, growth.get);
}

/** Returns the overview of the recording, as soon as it is there. */
export function useOverview(): Overview | undefined {
  return useGrowth().overview;
}

/** Returns a number that is another one whenever the recording has grown or the connection is new. */
function useVersion(): number {
  return useGrowth().version;
}

/**
 * Asks a question whenever it changes, and anew when the recording has grown. The last answer stays until the next one
 * is there; questions that were outdated before they could be sent are never asked. Undefined asks nothing.
 */
export function useAnswer<Call extends InspectorCall>(
  call: Call,
  question: InspectorCalls[Call]['takes'] | undefined,
): Answer<Call> {
  const inspector = useInspector();
  const version = useVersion();
  const [latest] = useState(() => new LatestAnswer(inspector, call));
  const key = JSON.stringify(question);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the question; a version asks it again.
  useEffect(() => latest.want(question), [latest, key, version]);
  return useSyncExternalStore(latest.subscribe, latest.get);
}
