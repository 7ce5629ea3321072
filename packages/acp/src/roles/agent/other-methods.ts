import type { PeerOptions } from '../../jsonrpc/peer-options.ts';
import type { AgentDefinition } from './definition.ts';

/** Returns the handlers of an agent for methods that neither the protocol nor the agent names. `allow` throws if the client may not use them. */
export function otherMethods(
  definition: AgentDefinition,
  allow: () => void,
): Pick<PeerOptions, 'otherRequest' | 'otherNotification'> {
  const { otherRequest, otherNotification } = definition;
  return {
    ...(otherRequest && {
      otherRequest: (params, context) => {
        allow();
        return otherRequest.call(definition, params, context);
      },
    }),
    ...(otherNotification && {
      otherNotification: (params, context) => {
        allow();
        return otherNotification.call(definition, params, context);
      },
    }),
  };
}
