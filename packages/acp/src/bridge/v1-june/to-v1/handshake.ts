import type { Note } from '../../ledger.ts';
import type { ErrorBody } from '../../pairing.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { authMethodToV1 } from './authentication.ts';
import { initializeResponseToV1 } from './initialize.ts';

const noSessions: ErrorBody = {
  code: -32603,
  message: 'The agent offers no sessions; a v1 client cannot work with it',
};

/** The answer of a v2 agent to the handshake for a v1 client: ways to authenticate that v1 does not know are left out. */
export function carryInitializeResponse(
  response: june.InitializeResponse,
  note: (note: Note) => void,
): { readonly result: v1.InitializeResponse } | { readonly error: ErrorBody } {
  const { authMethods, ...rest } = response;
  const methods = authMethods?.filter((method, index) => {
    if (authMethodToV1(method).ok) return true;
    note({ kind: 'loss', rule: 'auth-method', path: `authMethods[${index}]`, lost: method, done: 'not offered' });
    return false;
  });
  const converted = initializeResponseToV1(methods === undefined ? rest : { ...rest, authMethods: methods });
  if (!converted.ok) {
    note({ kind: 'loss', rule: 'no-sessions', path: converted.path, lost: 'sessions', done: 'handshake refused' });
    return { error: noSessions };
  }
  for (const { path, lost } of converted.losses) note({ kind: 'loss', rule: 'capability', path, lost });
  return { result: converted.value };
}
