import type { LoadSessionRequest, LoadSessionResponse } from '../protocol/june/generated/session-setup.ts';
import type { SessionUpdate } from '../protocol/june/generated/session-update.ts';
import { asNovember, optionsAsNovember } from '../session/november/as-november.ts';
import { divided } from '../session/november-parts.ts';
import { newSessionState } from '../session/state.ts';
import { joinedReplay } from './joined-replay.ts';
import { unknownSession } from './log-error.ts';
import { foldEntries } from './restore.ts';
import type { SessionLog } from './session-log.ts';

const jsonrpc = '2.0';

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
      readonly id: string;
      readonly method: 'session/resume';
      readonly params: LoadSessionRequest & { readonly replayFrom: { readonly type: 'start' } };
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
 * They are messages of June. If the session has something that only November has, or `dialect` asks for it, they are those of a
 * `session/resume` with replay.
 *
 * They contain nothing that was cleared, replaced or erased.
 */
export async function exportSession(
  log: SessionLog,
  sessionId: string,
  dialect?: 'november',
): Promise<ExportedMessage[]> {
  const found = await log.find(sessionId);
  if (found === undefined) throw unknownSession(sessionId);
  let state = newSessionState();
  for await (const entries of log.read(sessionId)) state = foldEntries(state, entries);
  const { cwd, additionalDirectories } = found.record;
  const directories = additionalDirectories.length === 0 ? {} : { additionalDirectories };
  const { configOptions } = state;
  const replay = joinedReplay(state);
  const isNovember =
    dialect === 'november' ||
    configOptions.some(({ type }) => type === 'boolean') ||
    replay.some((update) => divided(update).november !== undefined);
  const params = { sessionId, cwd, ...directories, mcpServers: [] };
  const options = isNovember ? (optionsAsNovember(configOptions) as typeof configOptions) : configOptions;
  return [
    isNovember
      ? { jsonrpc, id: sessionId, method: 'session/resume', params: { ...params, replayFrom: { type: 'start' } } }
      : { jsonrpc, id: sessionId, method: 'session/load', params },
    ...(isNovember ? replay.map(asNovember) : replay).map(
      (update) => ({ jsonrpc, method: 'session/update', params: { sessionId, update } }) as const,
    ),
    { jsonrpc, id: sessionId, result: options.length === 0 ? {} : { configOptions: options } },
  ];
}
