import { type Conversion, converted, convertedList, type Loss, within } from '../../conversion.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { authMethodToV2 } from './authentication.ts';

/** What a v1 client offers as v2 has it; files and terminals stay behind, since a v2 agent does not ask for them. */
export function clientCapabilitiesToV2(capabilities: v1.ClientCapabilities): Conversion<june.ClientCapabilities> {
  const { fs, terminal, ...rest } = capabilities;
  const losses: Loss[] = [];
  if (fs?.readTextFile === true)
    losses.push({ path: 'fs.readTextFile', lost: 'that the client reads files for the agent' });
  if (fs?.writeTextFile === true)
    losses.push({ path: 'fs.writeTextFile', lost: 'that the client writes files for the agent' });
  if (terminal === true) losses.push({ path: 'terminal', lost: 'that the client runs terminals for the agent' });
  return converted(rest, losses);
}

function marker(isOffered: boolean | undefined): Record<string, never> | undefined {
  return isOffered === true ? {} : undefined;
}

/** The object without the keys that have no value. */
function compact<T extends object>(value: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}

/** What a v1 agent offers as v2 has it: booleans become markers, and stdio servers, which every v1 agent takes, get theirs. */
export function agentCapabilitiesToV2(capabilities: v1.AgentCapabilities): Conversion<june.AgentCapabilities> {
  const { loadSession, promptCapabilities, mcpCapabilities, sessionCapabilities, ...rest } = capabilities;
  const losses: Loss[] = [];
  if (mcpCapabilities?.sse === true)
    losses.push({ path: 'mcpCapabilities.sse', lost: 'that MCP servers over SSE are taken' });
  const { image, audio, embeddedContext, ...prompt } = promptCapabilities ?? {};
  const { http, sse: _, ...mcp } = mcpCapabilities ?? {};
  const session = compact({
    ...sessionCapabilities,
    prompt: compact({
      ...prompt,
      image: marker(image),
      audio: marker(audio),
      embeddedContext: marker(embeddedContext),
    }) as june.PromptCapabilities,
    mcp: compact({ ...mcp, stdio: {}, http: marker(http) }) as june.McpCapabilities,
    load: marker(loadSession),
  }) as june.SessionCapabilities;
  return converted({ ...rest, session }, losses);
}

/** The handshake of a v1 client as v2 has it. */
export function initializeRequestToV2(request: v1.InitializeRequest): Conversion<june.InitializeRequest> {
  const { clientCapabilities, ...rest } = request;
  const capabilities = within('clientCapabilities', clientCapabilitiesToV2(clientCapabilities ?? {}));
  if (!capabilities.ok) return capabilities;
  return converted({ ...rest, protocolVersion: 2, capabilities: capabilities.value }, capabilities.losses);
}

/** The answer of a v1 agent to the handshake as v2 has it. */
export function initializeResponseToV2(response: v1.InitializeResponse): Conversion<june.InitializeResponse> {
  const { agentCapabilities, authMethods, ...rest } = response;
  const capabilities = within('agentCapabilities', agentCapabilitiesToV2(agentCapabilities ?? {}));
  if (!capabilities.ok) return capabilities;
  const methods = within('authMethods', convertedList(authMethods ?? [], authMethodToV2));
  if (!methods.ok) return methods;
  return converted(
    {
      ...rest,
      protocolVersion: 2,
      capabilities: capabilities.value,
      ...(authMethods === undefined ? {} : { authMethods: methods.value }),
    },
    capabilities.losses,
  );
}
