import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import { present } from '../../../protocol/reading/optional.ts';
import type { TakeNote } from '../../ledger.ts';
import { type ClientOffers, renamedMethod, usableMethods } from '../handshake.ts';
import type * as november from '../november.ts';

type Response = november.AgentRequests['initialize']['result'];

/** What every November agent with sessions has, and June names one by one. */
const sessionMarkers = { load: {}, list: {}, resume: {}, close: {} };

function capabilitiesToJune(
  { session, auth, ...rest }: NonNullable<Response['capabilities']>,
  hasLogin: boolean,
): JsonObject {
  const withMarkers = isObject(session) ? { ...session, ...sessionMarkers } : session;
  const withLogout = hasLogin ? { ...auth, logout: {} } : auth;
  return { ...rest, ...present({ session: withMarkers, auth: withLogout ?? undefined }) };
}

/** Returns the answer of a November agent to `initialize` as June has it. */
export function initializeResponseToJune(response: Response, offers: ClientOffers, note: TakeNote): JsonObject {
  const { protocolVersion: _, info, capabilities = {}, authMethods, ...rest } = response;
  const usable = authMethods && usableMethods(authMethods, offers, note);
  return {
    protocolVersion: 2,
    agentInfo: info,
    capabilities: capabilitiesToJune(capabilities, (authMethods?.length ?? 0) > 0),
    ...(usable && { authMethods: usable.map((method) => renamedMethod(method, 'methodId', 'id')) }),
    ...rest,
  };
}
