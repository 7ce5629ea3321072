import type { LoadSessionRequest, LoadSessionResponse } from '../protocol/june/generated/session-setup.ts';
import type { SessionUpdate } from '../protocol/june/generated/session-update.ts';
import { newSessionState } from '../session/state.ts';
import { joinedReplay } from './joined-replay.ts';
import { unknownSession } from './log-error.ts';
import { foldEntries } from './restore.ts';
import type { SessionLog } from './session-log.ts';

/** A message of an exported session. */
export type ExportedMessage =
  | {
      readonly jsonrpc: '2.0';
      readonly id: string;
      readonly method: 'session/load';
      readonly params: LoadSessionRequest;
    }
  | {
      readonly jsonrpc: '2.0';
      readonly method: 'session/update';
      readonly params: { readonly sessionId: string; readonly update: SessionUpdate };
    }
  | { readonly jsonrpc: '2.0'; readonly id: string; readonly result: LoadSessionResponse };

/**
 * Exports a session as the messages of its load: the request, one update for each thing that it shows now, and the response.
 *
 * They contain nothing that was cleared, replaced or erased.
 */
export async function exportSession(log: SessionLog, sessionId: string): Promise<ExportedMessage[]> {
  const found = await log.find(sessionId);
  if (found === undefined) throw unknownSession(sessionId);
  let state = newSessionState();
  for await (const entries of log.read(sessionId)) state = foldEntries(state, entries);
  const { cwd, additionalDirectories } = found.record;
  const directories = additionalDirectories.length === 0 ? {} : { additionalDirectories };
  const { configOptions } = state;
  return [
    {
      jsonrpc: '2.0',
      id: sessionId,
      method: 'session/load',
      params: { sessionId, cwd, ...directories, mcpServers: [] },
    },
    ...joinedReplay(state).map(
      (update) => ({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } }) as const,
    ),
    { jsonrpc: '2.0', id: sessionId, result: configOptions.length === 0 ? {} : { configOptions } },
  ];
}
