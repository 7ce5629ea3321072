import type { HostedUpdates } from './hosted-terminals.ts';

/** Options for a November client with a v1 agent. */
export interface V1NovemberOptions {
  /** The terminals that a host serves to the agent. */
  readonly hostedTerminals?: HostedUpdates;
}
