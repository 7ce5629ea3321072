import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import { present } from '../../../protocol/reading/optional.ts';
import type { TakeNote } from '../../ledger.ts';
import { hasMeta } from '../../meta-keys.ts';
import type { Refused } from '../../pairing.ts';
import type { ClientOffers } from '../client-offers.ts';
import * as june from '../june.ts';
import type { ClientServices } from '../options.ts';
import * as v1 from '../v1.ts';

type Marker = june.ClientCapabilities | null | undefined;

/** Returns the capabilities of a June client as v1 has them: June clients have neither files nor terminals. */
export function clientCapabilitiesToV1(capabilities: june.ClientCapabilities): v1.ClientCapabilities {
  const { auth, ...rest } = capabilities as june.ClientCapabilities & { readonly auth?: unknown };
  return {
    ...rest,
    ...(isObject(auth) ? { auth: withFlag(auth) } : {}),
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
  } as v1.ClientCapabilities;
}

/** Returns what a client of a draft of v2 offers for logins as v1 has it: with a boolean in place of the marker. */
function withFlag({ terminal, ...rest }: JsonObject): JsonObject {
  return isObject(terminal) ? { ...rest, terminal: true } : rest;
}

function agentCapabilitiesToV1(
  { session, ...rest }: june.AgentCapabilities,
  { prompt, mcp, load, ...sessionCapabilities }: june.SessionCapabilities,
  note: TakeNote,
): v1.AgentCapabilities {
  const flag = (name: string, marker: Marker): boolean => {
    if (marker === undefined || marker === null) return false;
    const path = `capabilities.session.${name}._meta`;
    if (hasMeta(marker))
      note({ kind: 'loss', rule: 'capability', path, lost: 'the _meta of a capability that is a boolean in v1' });
    return true;
  };
  const promptCapabilities: v1.PromptCapabilities = {
    image: flag('prompt.image', prompt?.image),
    audio: flag('prompt.audio', prompt?.audio),
    embeddedContext: flag('prompt.embeddedContext', prompt?.embeddedContext),
    ...present({ _meta: prompt?._meta }),
  };
  const mcpCapabilities: v1.McpCapabilities = {
    http: flag('mcp.http', mcp?.http),
    sse: false,
    ...present({ _meta: mcp?._meta }),
  };
  // v1 has no way to say that stdio servers are not taken; the bridge refuses them when they come.
  flag('mcp.stdio', mcp?.stdio);
  return { ...rest, loadSession: flag('load', load), promptCapabilities, mcpCapabilities, sessionCapabilities };
}

/** Returns the `initialize` request of a June client as v1 has it, with what is served in place of the client. */
export function initializeRequestToV1(request: june.InitializeRequest, services: ClientServices): v1.InitializeRequest {
  const { capabilities, clientCapabilities: _, ...rest } = request as june.InitializeRequest & v1.InitializeRequest;
  const clientCapabilities = { ...clientCapabilitiesToV1(capabilities ?? {}), ...services };
  return { ...rest, protocolVersion: 1, clientCapabilities };
}

/** Returns a login in a terminal as v1 has it: with a map of variables in place of the list. */
function terminalLoginToV1(method: june.AuthMethod & { readonly env?: unknown }): v1.AuthMethod | undefined {
  const { env, ...rest } = method;
  const entries = Array.isArray(env) ? env.map((each) => [each?.name, each?.value]) : undefined;
  const login = { ...rest, ...present({ env: entries === undefined ? env : Object.fromEntries(entries) }) };
  return v1.AuthMethodTerminal.is(login) ? login : undefined;
}

function authMethodsToV1(
  methods: readonly june.AuthMethod[],
  client: ClientOffers | undefined,
  note: TakeNote,
): readonly v1.AuthMethod[] {
  return methods.flatMap((method, index): readonly v1.AuthMethod[] => {
    if (june.isKnownAuthMethod(method)) {
      const { type: _, ...rest } = method;
      return [rest];
    }
    const login = method.type === 'terminal' && client?.terminalLogin === true ? terminalLoginToV1(method) : undefined;
    if (login !== undefined) return [login];
    note({ kind: 'loss', rule: 'auth-method', path: `authMethods[${index}]`, lost: method, done: 'not offered' });
    return [];
  });
}

/** Returns the answer of a June agent to `initialize` as v1 has it, or an error if the agent offers no sessions. */
export function initializeResponseToV1(
  response: june.InitializeResponse,
  client: ClientOffers | undefined,
  note: TakeNote,
): { readonly result: v1.InitializeResponse } | Refused {
  const { capabilities, authMethods, ...rest } = response;
  const methods = authMethods && { authMethods: authMethodsToV1(authMethods, client, note) };
  const session = capabilities?.session;
  if (session === undefined || session === null) {
    const path = 'capabilities.session';
    note({ kind: 'loss', rule: 'no-sessions', path, lost: 'sessions', done: 'handshake refused' });
    const message = 'The agent offers no sessions; a v1 client cannot work with it';
    return { error: { code: -32603, message } };
  }
  const agentCapabilities = agentCapabilitiesToV1(capabilities ?? {}, session, note);
  return { result: { ...rest, protocolVersion: 1, agentCapabilities, ...methods } };
}
