import { present } from '../../../protocol/reading/optional.ts';
import type { TakeNote } from '../../ledger.ts';
import { hasMeta } from '../../meta-keys.ts';
import type { Refused } from '../../pairing.ts';
import * as june from '../june.ts';
import type { ClientServices } from '../options.ts';
import type * as v1 from '../v1.ts';

type Marker = june.ClientCapabilities | null | undefined;

/** Returns the capabilities of a June client as v1 has them: June clients have neither files nor terminals. */
export function clientCapabilitiesToV1(capabilities: june.ClientCapabilities): v1.ClientCapabilities {
  return { ...capabilities, fs: { readTextFile: false, writeTextFile: false }, terminal: false };
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

function authMethodsToV1(methods: readonly june.AuthMethod[], note: TakeNote): readonly v1.AuthMethod[] {
  return methods.flatMap((method, index) => {
    if (june.isKnownAuthMethod(method)) {
      const { type: _, ...rest } = method;
      return [rest];
    }
    note({ kind: 'loss', rule: 'auth-method', path: `authMethods[${index}]`, lost: method, done: 'not offered' });
    return [];
  });
}

/** Returns the answer of a June agent to `initialize` as v1 has it, or an error if the agent offers no sessions. */
export function initializeResponseToV1(
  response: june.InitializeResponse,
  note: TakeNote,
): { readonly result: v1.InitializeResponse } | Refused {
  const { capabilities, authMethods, ...rest } = response;
  const methods = authMethods && { authMethods: authMethodsToV1(authMethods, note) };
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
