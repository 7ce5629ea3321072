import type { Inspector } from './inspector.ts';
import type { InspectorMessage, PageMessage, PortAnswer } from './wire.ts';

/** Asks an inspector what a page wants to know, and returns the message with the answer. It never rejects. */
export async function answerMessage(inspector: Inspector, message: PageMessage): Promise<InspectorMessage> {
  const { id, call, question } = message;
  try {
    return { id, answer: await inspector.ask(call, question) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Sends an answer or an event. If it cannot be written (it is nested too deep or too long), its page is told so; of an event nothing is told,
 * since nobody waits for it.
 */
export function sendOrFail<Sent extends PortAnswer>(
  message: Sent,
  send: (message: Sent | Extract<InspectorMessage, { failure: string }>) => void,
): void {
  try {
    send(message);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if ('id' in message) send({ id: message.id, failure: `The answer cannot be written: ${why}.` });
  }
}
