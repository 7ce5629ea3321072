import type { Inspector } from './inspector.ts';
import type { InspectorMessage, PageMessage } from './wire.ts';

/** Asks an inspector what a page wants to know, and returns the message with the answer. It never rejects. */
export async function answerMessage(inspector: Inspector, message: PageMessage): Promise<InspectorMessage> {
  const { id, call, question } = message;
  try {
    return { id, answer: await inspector.ask(call, question) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}
