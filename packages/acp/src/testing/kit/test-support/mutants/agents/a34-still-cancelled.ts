import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, everywhere, paramsOf } from '../agent-mutant.ts';

/** Ends every turn of a session as cancelled once one was. */
export const a34StillCancelled: AgentMutant = {
  name: 'a34-still-cancelled',
  breaks: 'A34',
  defect: 'Ends every turn of a session as cancelled once one was.',
  dialects: everywhere,
  caughtBy: ['cancel.twice', 'cancel.idle', 'cancel.next-turn'],
  make: () => {
    const cancelled = new Set<unknown>();
    const changed = (value: unknown) =>
      isObject(value) && value['stopReason'] === 'end_turn' ? { ...value, stopReason: 'cancelled' } : value;
    return {
      fromClient(message, wire) {
        if (message['method'] === 'session/cancel') cancelled.add(paramsOf(message)['sessionId']);
        wire.toAgent(message);
      },
      fromAgent(message, wire) {
        const request = wire.requestOf(message);
        const { sessionId, update } = paramsOf(message);
        if (request !== undefined && cancelled.has(paramsOf(request)['sessionId'])) {
          wire.toClient({ ...message, ...('result' in message && { result: changed(message['result']) }) });
        } else if (cancelled.has(sessionId) && message['method'] === 'session/update') {
          wire.toClient({ ...message, params: { sessionId, update: changed(update) } });
        } else wire.toClient(message);
      },
    };
  },
};
