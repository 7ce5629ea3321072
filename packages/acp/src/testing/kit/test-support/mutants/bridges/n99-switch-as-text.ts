import { withParams } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that sets a switch to a text. */
export const mutant: BridgeMutant = {
  breaks: 'N99',
  defect: 'Sets a switch to a text.',
  pair: 'june:november',
  caughtBy: ['november.switch'],
  start: bent({
    agent: () => ({
      received: (message) => [
        message['method'] === 'session/set_config_option'
          ? withParams(message, (params) =>
              params['type'] === 'boolean' ? { ...params, type: 'id', value: 'on' } : params,
            )
          : message,
      ],
    }),
  }),
};
