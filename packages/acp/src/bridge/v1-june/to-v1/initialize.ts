import { type Conversion, converted, convertedList, type Loss, refused, within } from '../../conversion.ts';
import { hasMeta } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { authMethodToV1 } from './authentication.ts';

type Marker = june.ClientCapabilities | null | undefined;

/** What a v2 client offers a v1 agent: neither files nor terminals, which v2 clients do not have. */
export function clientCapabilitiesToV1(capabilities: june.ClientCapabilities): v1.ClientCapabilities {
  return { ...capabilities, fs: { readTextFile: false, writeTextFile: false }, terminal: false };
}

/** What a v2 agent offers as v1 has it: markers become booleans and lose their `_meta`. */
export function agentCapabilitiesToV1(capabilities: june.AgentCapabilities): Conversion<v1.AgentCapabilities> {
  const { session, ...rest } = capabilities;
  if (session === undefined || session === null) return refused('no-session-capability', 'session');
  const losses: Loss[] = [];
  const flag = (path: string, marker: Marker): boolean => {
    if (marker === undefined || marker === null) return false;
    if (hasMeta(marker))
      losses.push({ path: `${path}._meta`, lost: 'the _meta of a capability that is a boolean in v1' });
    return true;
  };
  const { prompt, mcp, load, ...sessionCapabilities } = session;
  const promptCapabilities: v1.PromptCapabilities = {
    image: flag('session.prompt.image', prompt?.image),
    audio: flag('session.prompt.audio', prompt?.audio),
    embeddedContext: flag('session.prompt.embeddedContext', prompt?.embeddedContext),
    ...(prompt?._meta === undefined ? {} : { _meta: prompt._meta }),
  };
  const mcpCapabilities: v1.McpCapabilities = {
    http: flag('session.mcp.http', mcp?.http),
    sse: false,
    ...(mcp?._meta === undefined ? {} : { _meta: mcp._meta }),
  };
  // v1 has no way to say that stdio servers are not taken; the bridge refuses them when they come.
  flag('session.mcp.stdio', mcp?.stdio);
  return converted(
    { ...rest, loadSession: flag('session.load', load), promptCapabilities, mcpCapabilities, sessionCapabilities },
    losses,
  );
}

/** The handshake of a v2 client as v1 has it. */
export function initializeRequestToV1(request: june.InitializeRequest): Conversion<v1.InitializeRequest> {
  const { capabilities, ...rest } = request;
  return converted({ ...rest, protocolVersion: 1, clientCapabilities: clientCapabilitiesToV1(capabilities ?? {}) });
}

/** The answer of a v2 agent to the handshake as v1 has it. */
export function initializeResponseToV1(response: june.InitializeResponse): Conversion<v1.InitializeResponse> {
  const { capabilities, authMethods, ...rest } = response;
  const agentCapabilities = within('capabilities', agentCapabilitiesToV1(capabilities ?? {}));
  if (!agentCapabilities.ok) return agentCapabilities;
  const methods = within('authMethods', convertedList(authMethods ?? [], authMethodToV1));
  if (!methods.ok) return methods;
  return converted(
    {
      ...rest,
      protocolVersion: 1,
      agentCapabilities: agentCapabilities.value,
      ...(authMethods === undefined ? {} : { authMethods: methods.value }),
    },
    agentCapabilities.losses,
  );
}
