import { readLeniently } from '../../reading.ts';
import * as november from '../november.ts';
import type { Crossing } from './crossing.ts';

/**
 * Sends an update if it is valid in November, strictly: a client may drop all of an update, or clear a list, for one value that it does not
 * take. Such a value is left out where November allows that, and reported.
 */
export function sendChecked({ note, send }: Crossing, update: object): void {
  const read = readLeniently(november.SessionUpdate, update, note);
  if (read.ok) {
    send(read.value);
    return;
  }
  const { sessionUpdate: lost } = update as { readonly sessionUpdate?: unknown };
  note({ kind: 'loss', rule: 'malformed', path: 'update', lost, done: 'not sent' });
}
