import type { PermissionDecision } from '@emend/acp/permissions';
import { expect, test } from 'vitest';
import { decisionLine } from './decision-line.ts';

test.each([
  [{ decision: 'allow', rule: 2 }, ' was given by rule 2 of rules.json.'],
  [{ decision: 'ask', rule: 2 }, ' was left to the clients by rule 2 of rules.json.'],
  [{ decision: 'ask' }, ': no rule of rules.json matches, so the clients are asked.'],
] as unknown as [PermissionDecision, string][])(
  '[SV30] a decision %j of the rules of a shared session',
  (decision, words) => {
    const about = { kind: 'edit', toolCallId: 'c', sessionId: 's', file: 'rules.json', asked: 'clients' } as const;
    expect(decisionLine({ ...about, decision })).toBe(`Permission for "edit" of tool call "c" in session "s"${words}`);
  },
);
