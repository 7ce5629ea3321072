import type { StartBridge } from '../../../bridge/started-bridge.ts';
import type { Alteration } from '../../altered-transport.ts';
import { altered } from '../../altered-transport.ts';
import { rightBridge } from '../../right-bridge.ts';

/** A right bridge with one defect. */
export interface BridgeMutant {
  /** The rule that it breaks. */
  readonly breaks: string;
  /** What it does wrong, in a sentence. */
  readonly defect: string;
  /** The pair of dialects in which the kit looks at it. */
  readonly pair: string;
  readonly start: StartBridge;
  /** The checks that find it. */
  readonly caughtBy: readonly string[];
  /** The checks that may not pass either, because of the same defect. */
  readonly mayFollow?: readonly string[];
  /** Whether it takes long to find. */
  readonly isSlow?: true;
}

/** Returns a right bridge whose client, or whose agent, is given something else. A rule is made for each connection. */
export function bent(rules: { readonly client?: () => Alteration; readonly agent?: () => Alteration }): StartBridge {
  const { client, agent } = rules;
  return rightBridge(
    {},
    {
      ...(client !== undefined && { client: (transport) => altered(transport, client()) }),
      ...(agent !== undefined && { agent: (transport) => altered(transport, agent()) }),
    },
  );
}
