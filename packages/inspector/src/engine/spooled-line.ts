import type { Fault, MessageLine, TranslatedLine } from '@emend/acp/recording';

/** What is kept of a translated line: who sent each message, if that is known, and the message. */
interface Spooled {
  readonly messages: readonly (readonly [from: 'client' | 'agent' | null, message: unknown])[];
  readonly faults?: readonly Fault[];
}

const beyondAscii = /[^\0-\x7f]/;
const encoder = new TextEncoder();

/** Returns the length of a text in UTF-8. */
export function byteLength(text: string): number {
  return beyondAscii.test(text) ? encoder.encode(text).length : text.length;
}

/** Returns the text of a translated line, with all that is needed to fold it. */
export function spooledText({ lines, faults }: TranslatedLine): string {
  const messages = lines.map(({ message, entry }) => [entry?.from ?? null, message]);
  return JSON.stringify(faults.length === 0 ? { messages } : { messages, faults });
}

/** Returns the translated line of a text that {@link spooledText} has returned. */
export function spooledLine(line: number, text: string): TranslatedLine {
  const { messages, faults = [] } = JSON.parse(text) as Spooled;
  const lines = messages.map(([from, message]): MessageLine => {
    // The time is not needed to fold a message.
    return { kind: 'message', line, message, entry: from === null ? undefined : { at: 0, from, message } };
  });
  return { lines, faults };
}
