import { type AppendOptions, LogError, type LogEvent, type SessionLog } from '@emend/acp/log';
import { openSqliteLog } from '@emend/sqlite';

/** A log on disk whose disk can be said to be full. */
export type FillableLog = SessionLog & { isFull: boolean };

const forgotten: LogEvent = { type: 'update', update: { sessionUpdate: '_forgotten' } };

/** Opens the log of a store; what it holds survives the process. */
export async function openStore(folder: string, isForgetful: boolean): Promise<FillableLog> {
  const log = await openSqliteLog(`${folder}/sessions.db`);
  const append = log.append.bind(log);
  const fillable: FillableLog = Object.assign(log, { isFull: false });
  fillable.append = (sessionId: string, events: readonly LogEvent[], options: AppendOptions): Promise<number> => {
    // A log that acknowledges what it does not store: the run has to notice.
    const kept = isForgetful ? events.map((event) => (event.type === 'update' ? forgotten : event)) : events;
    if (!fillable.isFull) return append(sessionId, kept, options);
    const refused = Promise.reject(new LogError('full', 'There is no room left.'));
    refused.catch(() => {});
    return refused;
  };
  return fillable;
}
