import { methods } from '../../protocol/november/generated/methods.ts';
import type { Reading } from '../../protocol/reading/decode.ts';
import { readParams } from '../read-params.ts';
import type { RequestHandlers } from './handler-errors.ts';
import type { AgentSession } from './session.ts';

/** Requests by which November clients cancel a tool call or a terminal. A client that names nothing that can be cancelled is told so. */
export function workCancels(
  reading: Reading,
  requireAccess: () => void,
  controlled: (sessionId: string) => Promise<AgentSession>,
): RequestHandlers {
  const { 'tool_call/cancel': toolCall, 'terminal/cancel': terminal } = methods;
  return {
    async [toolCall.name](params) {
      requireAccess();
      const { sessionId, toolCallId } = readParams(toolCall, params, reading);
      return (await controlled(sessionId)).cancelOne('tool_call', toolCallId);
    },
    async [terminal.name](params) {
      requireAccess();
      const { sessionId, terminalId } = readParams(terminal, params, reading);
      return (await controlled(sessionId)).cancelOne('terminal', terminalId);
    },
  };
}
