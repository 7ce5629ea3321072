import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import type { AgentMutant } from '../agent-mutant.ts';

/** Tells an earlier session again twice. */
export const a14DoubledReplay: AgentMutant = {
  name: 'a14-doubled-replay',
  breaks: 'A14',
  defect: 'Tells an earlier session again twice.',
  dialects: ['v1'],
  caughtBy: ['replay.complete'],
  make() {
    let replay: JsonObject[] | undefined;
    return {
      fromClient(message, wire) {
        if (message['method'] === 'session/load') replay = [];
        wire.toAgent(message);
      },
      fromAgent(message, wire) {
        if (wire.requestOf(message)?.['method'] === 'session/load') {
          for (const update of replay ?? []) wire.toClient(update);
          replay = undefined;
        } else replay?.push(message);
        wire.toClient(message);
      },
    };
  },
};
