import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type { Meta } from '../../protocol/reading/guard.ts';

/** The agent's answer to `session/new`, `session/load` or `session/resume`, with keys that the protocol does not define. */
export interface SetupAnswer {
  readonly configOptions?: readonly SessionConfigOption[] | null;
  readonly _meta?: Meta | null;
  readonly [key: string]: unknown;
}
