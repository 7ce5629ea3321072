import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, paramsOf, updateIn, type Wire } from '../agent-mutant.ts';

/** Holds prompts while it is busy, and takes the last one first. */
export const n27LastFirst: AgentMutant = {
  name: 'n27-last-first',
  breaks: 'N27',
  defect: 'Holds prompts while it is busy, and takes the last one first.',
  dialects: ['november'],
  caughtBy: ['states.held-order'],
  make() {
    const held: JsonObject[] = [];
    let isBusy = false;
    const passAll = (wire: Wire) => {
      for (const message of held.splice(0)) wire.toAgent(message);
    };
    return {
      fromClient(message, wire) {
        const isPrompt = message['method'] === 'session/prompt';
        // Only what stands in its queue is in the wrong order.
        if (!isPrompt) passAll(wire);
        if (isPrompt && isBusy) held.push(message);
        else wire.toAgent(message);
        isBusy ||= isPrompt;
      },
      fromAgent(message, wire) {
        wire.toClient(message);
        if (updateIn(message)?.['state'] !== 'idle' && paramsOf(message)['sessionId'] !== undefined) return;
        const next = updateIn(message)?.['state'] === 'idle' ? held.pop() : undefined;
        if (next !== undefined) wire.toAgent(next);
        else if (updateIn(message)?.['state'] === 'idle' || 'error' in message) isBusy = false;
      },
    };
  },
};
