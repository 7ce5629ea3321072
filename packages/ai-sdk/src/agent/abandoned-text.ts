import type { ModelMessage } from 'ai';

/** A text or a thought of a model, as it was reported. */
export interface Written<Handle> {
  readonly type: 'text' | 'reasoning';
  readonly handle: Handle;
  text: string;
}

/**
 * Returns what was written and is not in the response of the model: the attempts that were given up. If the response has anything that was not
 * written, the two cannot be compared, and nothing was abandoned.
 */
export function abandoned<Handle>(written: readonly Written<Handle>[], response: readonly ModelMessage[]): Handle[] {
  const said = response.flatMap(partsOf);
  const left: Handle[] = [];
  let index = said.length - 1;
  // From the end: of two attempts with the same text, the last one counts.
  for (const { type, text, handle } of written.toReversed()) {
    const part = said[index];
    if (part?.type === type && part.text === text) index -= 1;
    else left.push(handle);
  }
  return index === -1 ? left.reverse() : [];
}

function partsOf({ role, content }: ModelMessage): { readonly type: string; readonly text: string }[] {
  if (role !== 'assistant') return [];
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return content.flatMap((part) =>
    (part.type === 'text' || part.type === 'reasoning') && part.text !== ''
      ? [{ type: part.type, text: part.text }]
      : [],
  );
}
