import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, paramsOf } from '../agent-mutant.ts';

/** Refuses a prompt that was withdrawn with a code of its own. */
export const n32OtherCode: AgentMutant = {
  name: 'n32-other-code',
  breaks: 'N32',
  defect: 'Refuses a prompt that was withdrawn with a code of its own.',
  dialects: ['november'],
  caughtBy: ['states.withdrawn'],
  make() {
    const withdrawn = new Set<unknown>();
    return {
      fromClient(message, wire) {
        if (message['method'] === '$/cancel_request') withdrawn.add(paramsOf(message)['requestId']);
        wire.toAgent(message);
      },
      fromAgent(message, wire) {
        const { error } = message;
        const isOther = isObject(error) && withdrawn.has(message['id']);
        wire.toClient(isOther ? { ...message, error: { ...error, code: -32603 } } : message);
      },
    };
  },
};
