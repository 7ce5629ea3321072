import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import { present } from '../../../protocol/reading/optional.ts';
import type { TakeNote } from '../../ledger.ts';
import { type ClientOffers, renamedMethod, requiredInfo, usableMethods } from '../handshake.ts';
import type * as june from '../june.ts';
import * as november from '../november.ts';

type Response = june.AgentRequests['initialize']['result'];

/** What a June agent says that it can do with sessions, and a November agent always can. */
export interface SessionMarkers {
  readonly load: boolean;
  readonly list: boolean;
  readonly resume: boolean;
  readonly close: boolean;
}

const markerNames = ['load', 'list', 'resume', 'close'] as const;

/** Returns what a June agent can do with sessions. */
export function sessionMarkers({ capabilities }: Response): SessionMarkers {
  const has = (name: keyof SessionMarkers) => isObject(capabilities?.session?.[name]);
  return { load: has('load'), list: has('list'), resume: has('resume'), close: has('close') };
}

/** Returns whether a June agent can log out. */
export function canLogOut({ capabilities }: Response): boolean {
  return isObject(capabilities?.auth?.logout);
}

function noteMissing(response: Response, note: TakeNote): void {
  const lose = (path: string, lost: string) =>
    note({ kind: 'loss', rule: 'capability', path: `capabilities.${path}`, lost, done: 'emulated or refused' });
  const has = sessionMarkers(response);
  const hasSessions = isObject(response.capabilities?.session);
  for (const name of hasSessions ? markerNames : []) if (!has[name]) lose(`session.${name}`, `session/${name}`);
  const hasLogin = (response.authMethods?.length ?? 0) > 0;
  if (hasLogin && !canLogOut(response)) lose('auth.logout', 'logout');
}

function capabilitiesToNovember({ session, auth, ...rest }: NonNullable<Response['capabilities']>): JsonObject {
  const kept = session && Object.fromEntries(Object.entries(session).filter(([key]) => !isMarker(key)));
  const { logout: _, ...restOfAuth } = auth ?? {};
  const hasAuth = Object.values(restOfAuth).some((value) => value !== undefined);
  return { ...rest, ...present({ session: kept, auth: hasAuth ? restOfAuth : undefined }) };
}

function isMarker(key: string): boolean {
  return (markerNames as readonly string[]).includes(key);
}

/** Returns the answer of a June agent to `initialize` as November has it. */
export function initializeResponseToNovember(response: Response, offers: ClientOffers, note: TakeNote): JsonObject {
  const { protocolVersion: _, agentInfo, capabilities, authMethods, ...rest } = response;
  noteMissing(response, note);
  const methods = authMethods && usableMethods(authMethods, offers, note);
  const named = methods?.map((method) => renamedMethod(method, 'id', 'methodId'));
  const carried = named?.filter((method, index) => {
    if (november.AuthMethod.is(method)) return true;
    note({ kind: 'loss', rule: 'auth-method', path: `authMethods[${index}]`, lost: method, done: 'left out' });
    return false;
  });
  return {
    protocolVersion: 2,
    info: requiredInfo(agentInfo, note),
    capabilities: capabilitiesToNovember(capabilities ?? {}),
    ...(carried && { authMethods: carried }),
    ...rest,
  };
}
