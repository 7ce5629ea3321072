import { isObject } from '../../../protocol/reading/guard.ts';
import type { TakeNote } from '../../ledger.ts';
import type { ClientOffers } from '../client-offers.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';

type Method = v1.AuthMethod & { readonly type?: unknown; readonly env?: unknown };

/** Returns a login in a terminal as the drafts of v2 have it: with a list of variables in place of the map. */
function terminalLoginToJune(method: Method): june.AuthMethod {
  const { env } = method;
  const list = isObject(env) ? { env: Object.entries(env).map(([name, value]) => ({ name, value })) } : {};
  return { ...method, ...list } as object as june.AuthMethod;
}

/** Returns the ways to authenticate as June has them; a login in a terminal is left out if the client does not offer that. */
export function authMethodsToJune(
  methods: readonly v1.AuthMethod[],
  client: ClientOffers | undefined,
  note: TakeNote,
): readonly june.AuthMethod[] {
  return methods.flatMap((method: Method, index): readonly june.AuthMethod[] => {
    if (method.type !== 'terminal') return [{ ...method, type: 'agent' }];
    if (client === undefined || client.terminalLogin) return [terminalLoginToJune(method)];
    note({ kind: 'loss', rule: 'auth-method', path: `authMethods[${index}]`, lost: method, done: 'not offered' });
    return [];
  });
}
