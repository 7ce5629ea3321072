import { findCommand, whyNotFound } from '@emend/acp/node';
import { Problem } from '../output/problem.ts';

/** Throws a problem if there is no such command, so that it is said before a page shows nothing. */
export function checkCommand([name = '', ...args]: readonly string[]): void {
  const place = { env: process.env, cwd: process.cwd() };
  if (findCommand(name, args, place) === undefined)
    throw new Problem(`The agent could not be started: ${whyNotFound(name, place)}`);
}
