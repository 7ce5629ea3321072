import { quoted } from '../completion/quoted.ts';
import { neutralRow } from '../terminal/neutral.ts';

/** Words that every shell takes as they are; `{agent}` is one, since it has nothing to expand. */
const plain = /^(?:[\w@%+=:,./-]+|\{agent\})$/;

/** Returns words as a line that can be pasted into a shell; what a terminal would obey is made visible. */
export function shellLine(words: readonly string[]): string {
  return neutralRow(words.map(shellWord).join(' '));
}

function shellWord(word: string): string {
  return plain.test(word) ? word : quoted(word);
}
