import { type AgentMutant, badReading, badResult, everywhere, paramsOf } from '../agent-mutant.ts';

/** Leaves out the session between two pages of a list. */
export const a18PageGap: AgentMutant = {
  name: 'a18-page-gap',
  breaks: 'A18',
  defect: 'Leaves out the session between two pages of a list.',
  dialects: everywhere,
  caughtBy: ['list.pages'],
  mayFollow: ['list.complete', 'list.cwd', 'list.bad-cursor'],
  make: () => ({
    ...badReading('session/list', (params) => ({ ...(params['cwd'] !== undefined && { cwd: params['cwd'] }) })),
    ...badResult('session/list', ({ sessions, nextCursor: _, ...result }, request) => {
      const from = Number(paramsOf(request)['cursor'] ?? 0);
      const all = Array.isArray(sessions) ? sessions : [];
      const next = from + 11;
      return { ...result, sessions: all.slice(from, from + 10), ...(next < all.length && { nextCursor: `${next}` }) };
    }),
  }),
};
