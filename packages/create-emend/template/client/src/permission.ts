import { createInterface } from 'node:readline/promises';
import type { ClientOptions, PermissionRequest } from '@emend/acp';

/** Returns the option with a number, counted from 1, or a rejection. */
export function chosen({ options }: PermissionRequest, answer: string): string | { outcome: 'cancelled' } {
  const option = options[Number(answer) - 1] ?? options.find(({ kind }) => kind === 'reject_once');
  return option?.optionId ?? { outcome: 'cancelled' };
}

/** Asks the user in the terminal. Without a terminal nobody can be asked, and the agent may not do it. */
export const requestPermission: NonNullable<ClientOptions['requestPermission']> = async (request, { signal }) => {
  if (!process.stdin.isTTY) return chosen(request, '');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const options = request.options.map(({ name }, index) => `  ${index + 1}. ${name}\n`).join('');
    return chosen(request, await terminal.question(`\n${request.title}\n${options}> `, { signal }));
  } catch {
    return { outcome: 'cancelled' }; // the turn was cancelled meanwhile
  } finally {
    terminal.close();
  }
};
