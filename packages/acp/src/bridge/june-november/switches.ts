/** The values of a choice that stands for a switch. */
export const switchChoices = [
  { value: 'on', name: 'On' },
  { value: 'off', name: 'Off' },
] as const;

/** Returns the value of such a choice for a switch that is on or off. */
export function switchWord(value: boolean): 'on' | 'off' {
  return value ? 'on' : 'off';
}

/** Returns whether a switch is on; `undefined` if the value is none of such a choice. */
export function switchValue(word: unknown): boolean | undefined {
  if (word === 'on') return true;
  return word === 'off' ? false : undefined;
}
