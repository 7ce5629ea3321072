import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, badUpdate } from '../agent-mutant.ts';

/** Counts the lines of places in files from 0. */
export const b03ZeroBasedLines: AgentMutant = {
  name: 'b03-zero-based-lines',
  breaks: 'B3',
  defect: 'Counts the lines of places in files from 0.',
  dialects: ['november'],
  caughtBy: ['prompt.valid', 'tools.paths'],
  make: () =>
    badUpdate((update) => {
      const { locations } = update;
      if (!Array.isArray(locations)) return update;
      const moved = locations.map((place) =>
        isObject(place) && typeof place['line'] === 'number' ? { ...place, line: place['line'] - 1 } : place,
      );
      return { ...update, locations: moved };
    }),
};
