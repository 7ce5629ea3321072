import { type AgentMutant, badReading, badResult, everywhere, paramsOf } from '../agent-mutant.ts';

/** Has the last session of a page of a list on the next one again. */
export const a18PageOverlap: AgentMutant = {
  name: 'a18-page-overlap',
  breaks: 'A18',
  defect: 'Has the last session of a page of a list on the next one again.',
  dialects: everywhere,
  caughtBy: ['list.pages'],
  mayFollow: ['list.complete', 'list.cwd', 'list.bad-cursor'],
  make: () => ({
    ...badReading('session/list', (params) => ({ ...(params['cwd'] !== undefined && { cwd: params['cwd'] }) })),
    ...badResult('session/list', ({ sessions, nextCursor: _, ...result }, request) => {
      const from = Number(paramsOf(request)['cursor'] ?? 0);
      const all = Array.isArray(sessions) ? sessions : [];
      const next = from + 9;
      return { ...result, sessions: all.slice(from, from + 10), ...(next < all.length && { nextCursor: `${next}` }) };
    }),
  }),
};
