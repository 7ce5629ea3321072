import { type AgentMutant, badUpdate } from '../agent-mutant.ts';

/** Writes the paths of a patch with the prefixes of git. */
export const n40PrefixedPaths: AgentMutant = {
  name: 'n40-prefixed-paths',
  breaks: 'N40',
  defect: 'Writes the paths of a patch with the prefixes of git.',
  dialects: ['november'],
  caughtBy: ['tools.diffs'],
  make: () =>
    badUpdate((update) =>
      JSON.parse(
        JSON.stringify(update)
          .replaceAll('diff --git /', 'diff --git a/')
          .replaceAll('--- /', '--- a/')
          .replaceAll('+++ /', '+++ b/'),
      ),
    ),
};
