import { type AgentMutant, badUpdate, everywhere } from '../agent-mutant.ts';

/** Names a file by a path that is not absolute. */
export const b03RelativePath: AgentMutant = {
  name: 'b03-relative-path',
  breaks: 'B3',
  defect: 'Names a file by a path that is not absolute.',
  dialects: everywhere,
  caughtBy: ['tools.paths'],
  make: () => badUpdate((update) => ('locations' in update ? { ...update, locations: [{ path: 'a.txt' }] } : update)),
};
