import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@emend/acp/protocol';
import { oneLine } from '@emend/acp/view';

/** What to say of a prompt that is not the recorded one, since its answer will be another's; nothing if it is. */
export function promptNote(recorded: unknown, params: unknown): string | undefined {
  const [was, is] = [promptOf(recorded), promptOf(params)];
  if (isDeepStrictEqual(was, is)) return undefined;
  return `the prompt is not the recorded one: ${shown(is)} instead of ${shown(was)}`;
}

function promptOf(params: unknown): readonly unknown[] {
  const prompt = isObject(params) ? params['prompt'] : undefined;
  return Array.isArray(prompt) ? prompt : [];
}

function shown(prompt: readonly unknown[]): string {
  const words = prompt.map((block) =>
    isObject(block) && typeof block['text'] === 'string' ? block['text'] : JSON.stringify(block),
  );
  return `"${oneLine(words.join(' '), 60)}"`;
}
