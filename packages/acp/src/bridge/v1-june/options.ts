import type * as v1 from './v1.ts';

/** What to do when June replaces or clears text that a v1 client has already shown. */
export type RewriteRule = 'reissue' | 'clear' | 'separator' | 'hold' | 'error';

/** All rewrite rules. */
export const rewriteRules = [
  'reissue',
  'clear',
  'separator',
  'hold',
  'error',
] as const satisfies readonly RewriteRule[];

/** What the bridge offers a v1 agent in place of its client. */
export interface ClientServices {
  readonly fs?: v1.FileSystemCapabilities;
  readonly terminal?: boolean;
}

/** Options for a June client with a v1 agent. */
export interface V1AgentOptions {
  /** Whether a chunk without an id continues a message whose id came from the agent, for agents that stamp only the first. */
  readonly inheritsIds?: boolean;
  /** The start of the ids that are made up for messages without one. Default: `emend`. */
  readonly idPrefix?: string;
  /** What is served to the agent in place of the client; such requests must be answered before they reach the translator. */
  readonly services?: ClientServices;
  /** Returns what a terminal that is served has printed so far; `undefined` if there is no such terminal. */
  readonly terminalText?: (sessionId: string, terminalId: string) => string | undefined;
}

/** Options for translating between v1 and June. */
export interface V1JuneOptions extends V1AgentOptions {
  /** What happens when June replaces or clears text that a v1 client has shown. Default: `reissue`. */
  readonly rewrite?: RewriteRule;
}
