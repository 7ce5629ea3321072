import type { HostedUpdates } from './hosted-terminals.ts';

/** Options for a v1 agent with a client that reads November. */
export interface V1NovemberOptions {
  /**
   * Whether a June client of a v1 agent also reads what only November has: terminals, notices, compactions, names of tools. It gets
   * them as November has them. Default: false.
   */
  readonly takesNovember?: boolean;
  /** The terminals that a host serves to the agent. */
  readonly hostedTerminals?: HostedUpdates;
}
