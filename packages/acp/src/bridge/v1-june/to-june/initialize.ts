import type { TakeNote } from '../../ledger.ts';
import type { ClientOffers } from '../client-offers.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { authMethodsToJune } from './auth-methods.ts';

/** Returns what a v1 client offers for logins as the drafts of v2 have it: with a marker in place of the boolean. */
function withMarker({ terminal, ...rest }: NonNullable<v1.ClientCapabilities['auth']>): object {
  return terminal === true ? { ...rest, terminal: {} } : rest;
}

/** Returns the capabilities of a v1 client as June has them: without files and terminals, which June agents do not use. */
export function clientCapabilitiesToJune(capabilities: v1.ClientCapabilities, note: TakeNote): june.ClientCapabilities {
  const { fs, terminal, auth, ...rest } = capabilities;
  const lose = (path: string, lost: string) =>
    note({ kind: 'loss', rule: 'capability', path: `clientCapabilities.${path}`, lost });
  if (fs?.readTextFile === true) lose('fs.readTextFile', 'that the client reads files for the agent');
  if (fs?.writeTextFile === true) lose('fs.writeTextFile', 'that the client writes files for the agent');
  if (terminal === true) lose('terminal', 'that the client runs terminals for the agent');
  return auth === undefined ? rest : ({ ...rest, auth: withMarker(auth) } as june.ClientCapabilities);
}

function marker(isOffered: boolean | undefined): Record<string, never> | undefined {
  return isOffered === true ? {} : undefined;
}

/** Returns the object without the keys that have no value. */
function compact<T extends object>(value: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}

function agentCapabilitiesToJune(capabilities: v1.AgentCapabilities, note: TakeNote): june.AgentCapabilities {
  const { loadSession, promptCapabilities, mcpCapabilities, sessionCapabilities, ...rest } = capabilities;
  const { image, audio, embeddedContext, ...prompt } = promptCapabilities ?? {};
  const { http, sse, ...mcp } = mcpCapabilities ?? {};
  if (sse === true) {
    const path = 'agentCapabilities.mcpCapabilities.sse';
    note({ kind: 'loss', rule: 'capability', path, lost: 'that MCP servers over SSE are taken' });
  }
  const session = compact({
    ...sessionCapabilities,
    prompt: compact({
      ...prompt,
      image: marker(image),
      audio: marker(audio),
      embeddedContext: marker(embeddedContext),
    }) as june.PromptCapabilities,
    // Every v1 agent takes stdio servers.
    mcp: compact({ ...mcp, stdio: {}, http: marker(http) }) as june.McpCapabilities,
    load: marker(loadSession),
  }) as june.SessionCapabilities;
  return { ...rest, session };
}

/** Returns the `initialize` request of a v1 client as June has it. */
export function initializeRequestToJune(request: v1.InitializeRequest, note: TakeNote): june.InitializeRequest {
  const { clientCapabilities, ...rest } = request;
  return { ...rest, protocolVersion: 2, capabilities: clientCapabilitiesToJune(clientCapabilities ?? {}, note) };
}

/** Returns the answer of a v1 agent to `initialize` as June has it. */
export function initializeResponseToJune(
  response: v1.InitializeResponse,
  client: ClientOffers | undefined,
  note: TakeNote,
): june.InitializeResponse {
  const { agentCapabilities, authMethods, ...rest } = response;
  return {
    ...rest,
    protocolVersion: 2,
    capabilities: agentCapabilitiesToJune(agentCapabilities ?? {}, note),
    ...(authMethods && { authMethods: authMethodsToJune(authMethods, client, note) }),
  };
}
