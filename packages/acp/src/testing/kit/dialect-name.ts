import type { Dialect } from '../../protocol/dialects.ts';

/** What reports and the command line call each dialect. */
export const dialectNames: Readonly<Record<Dialect, string>> = { v1: '1', june: 'june', november: 'november' };
