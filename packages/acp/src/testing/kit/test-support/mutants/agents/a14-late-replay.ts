import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, updateIn } from '../agent-mutant.ts';

/** Answers first and tells the earlier session after that. */
export const a14LateReplay: AgentMutant = {
  name: 'a14-late-replay',
  breaks: 'A14',
  defect: 'Answers first and tells the earlier session after that.',
  dialects: ['v1', 'june'],
  caughtBy: ['replay.before-answer'],
  make() {
    let replay: JsonObject[] | undefined;
    return {
      fromClient(message, wire) {
        if (message['method'] === 'session/load') replay = [];
        wire.toAgent(message);
      },
      fromAgent(message, wire) {
        if (replay !== undefined && updateIn(message) !== undefined) return void replay.push(message);
        wire.toClient(message);
        if (wire.requestOf(message)?.['method'] !== 'session/load') return;
        for (const update of replay ?? []) wire.toClient(update);
        replay = undefined;
      },
    };
  },
};
