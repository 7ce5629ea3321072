import { shellWord } from '../../bridge/command-line.ts';

/** What stands for the agent in the command of a client or a bridge. */
const placeholder = '{agent}';

/** Returns whether a command says where its agent goes. */
export function namesAgent(command: readonly string[]): boolean {
  return command.some((word) => word.includes(placeholder));
}

/**
 * Puts an agent into a command: a word that is exactly `{agent}` becomes the words of the agent, and inside a longer word it becomes one
 * line for a shell.
 */
export function withAgent(command: readonly string[], agent: readonly string[]): string[] {
  const line = shellLine(agent);
  return command.flatMap((word) => (word === placeholder ? agent : [word.replaceAll(placeholder, () => line)]));
}

/** Returns the words of a command as one line that the shell of a platform splits into the same words. */
export function shellLine(words: readonly string[], platform: string = process.platform): string {
  const quoted = platform === 'win32' ? windowsWord : shellWord;
  return words.map(quoted).join(' ');
}

function windowsWord(word: string): string {
  if (/^[^\s"&|<>^()%!]+$/.test(word)) return word;
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
}
