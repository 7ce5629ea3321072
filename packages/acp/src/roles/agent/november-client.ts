import type { Dialect } from '../../protocol/dialects.ts';
import type { ConnectedClient } from './connected-client.ts';

/** Returns whether a client speaks November, so that it can read everything that an agent writes. */
export function speaksNovember(client: (ConnectedClient & { readonly dialect?: Dialect }) | undefined): boolean {
  return client?.dialect === 'november';
}
