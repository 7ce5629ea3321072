import { type AgentMutant, paramsOf, updateIn } from '../agent-mutant.ts';

/** Tells a state when a session is cancelled in which nothing runs. */
export const n28TellsIdleCancel: AgentMutant = {
  name: 'n28-tells-idle-cancel',
  breaks: 'N28',
  defect: 'Tells a state when a session is cancelled in which nothing runs.',
  dialects: ['november'],
  caughtBy: ['states.silent-cancel'],
  mayFollow: ['close.running', 'cancel.idle', 'cancel.twice'],
  make() {
    let isBusy = false;
    return {
      fromAgent(message, wire) {
        const { state } = updateIn(message) ?? {};
        if (state !== undefined) isBusy = state !== 'idle';
        wire.toClient(message);
      },
      fromClient(message, wire) {
        wire.toAgent(message);
        if (message['method'] === 'session/prompt') isBusy = true;
        if (message['method'] !== 'session/cancel' || isBusy) return;
        const update = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' };
        const { sessionId } = paramsOf(message);
        wire.toClient({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
      },
    };
  },
};
