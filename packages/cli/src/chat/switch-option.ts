import type { SessionConfigOption } from '@emend/acp/protocol/june';

/** What people may write for the two values of a switch. */
const words: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['yes', true],
  ['off', false],
  ['false', false],
  ['no', false],
]);

/** Returns whether an option that is a switch is on; undefined for an option of any other type. */
export function switchState(option: SessionConfigOption): boolean | undefined {
  const { type, currentValue } = option as { readonly type: string; readonly currentValue?: unknown };
  return type === 'boolean' && typeof currentValue === 'boolean' ? currentValue : undefined;
}

/** Returns what is sent for a word that was written for an option: true or false for a switch. */
export function writtenValue(option: SessionConfigOption | undefined, word: string): string | boolean {
  if (option === undefined || switchState(option) === undefined) return word;
  return words.get(word.toLowerCase()) ?? word;
}
