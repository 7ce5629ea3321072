import type { ClientServices } from './client-requests.ts';

/** What a pairing of a v2 client with a v1 agent can be told. */
export interface V1AgentOptions {
  /** Whether a chunk without an id continues a message whose id came from the agent, for agents that stamp only the first. */
  readonly inheritsIds?: boolean;
  /** What is served to the agent in the client's place; such requests are answered before they get here. */
  readonly services?: ClientServices;
  /** What a terminal that is served has printed so far; nothing if there is no such terminal. */
  readonly terminalText?: (sessionId: string, terminalId: string) => string | undefined;
}
