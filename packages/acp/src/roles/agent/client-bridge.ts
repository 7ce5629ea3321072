import { present } from '../../protocol/reading/optional.ts';
import type { Transport } from '../../transport/transport.ts';
import type { AnyVersionOptions } from '../any-version.ts';
import { report } from '../event-report.ts';
import { noiseEvent } from '../noise-event.ts';
import { forAnyClient } from './any-client.ts';
import type { ServeOptions } from './serve.ts';

/** Returns the options of the bridge to a client that speaks another dialect than the agent. */
export function clientBridge(options: ServeOptions): AnyVersionOptions {
  const { limits, bridge } = options;
  return {
    ...present({ limits }),
    ...bridge,
    onEvent(event) {
      if (event.type === 'noise' && event.from === 'client') report(options, noiseEvent(event.frame));
      bridge?.onEvent?.(event);
    },
  };
}

/**
 * Returns a transport on which a client of v1 speaks June, while all others speak as they do. What stands behind it may then repeat a whole
 * session to the client: the bridge knows what this one has been shown, and sends the rest.
 */
export function v1ClientInJune(transport: Transport, options: ServeOptions): Transport {
  // With a rule for what is replaced, the bridge asks for June where v1 could be had.
  const bridge: AnyVersionOptions = { rewrite: 'reissue', ...clientBridge(options) };
  return forAnyClient(transport, bridge, { isDirect: (dialect) => dialect !== 'v1' });
}
