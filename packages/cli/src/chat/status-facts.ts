import type { SessionState } from '@emend/acp';
import { isKnownSessionConfigOption } from '@emend/acp/protocol/v2';
import { shortLine } from '../terminal/neutral.ts';
import { truncated } from '../terminal/width.ts';

function short(count: number): string {
  return count < 10_000 ? String(count) : `${Math.round(count / 1000)}k`;
}

/** What the status line tells of a session: context, cost, settings, its title. */
export function statusFacts({ usage, configOptions, info }: SessionState, agent: string): string[] {
  const facts: string[] = [];
  if (usage !== undefined) {
    facts.push(`${short(usage.used)}/${short(usage.size)} tokens`);
    if (usage.cost !== undefined) facts.push(`${usage.cost.amount.toFixed(2)} ${shortLine(usage.cost.currency, 8)}`);
  }
  for (const option of configOptions.slice(0, 6)) {
    if (isKnownSessionConfigOption(option)) facts.push(truncated(shortLine(option.currentValue, 200), 24));
  }
  if (agent !== '') facts.push(truncated(shortLine(agent, 200), 24));
  if (info?.title !== undefined) facts.push(truncated(shortLine(info.title, 200), 30));
  return facts;
}
