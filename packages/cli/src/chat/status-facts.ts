import type { SessionState } from '@emend/acp';
import { isKnownSessionConfigOption } from '@emend/acp/protocol/june';
import { shortLine } from '../terminal/neutral.ts';
import { truncated } from '../terminal/width.ts';

const empty = /^(?:default|auto|none|on|off|true|false|yes|no|low|medium|high|normal|standard)$/i;

function short(count: number): string {
  return count < 10_000 ? String(count) : `${Math.round(count / 1000)}k`;
}

/** Returns what the status line shows of a session: context, cost, settings and title. */
export function statusFacts({ usage, configOptions, info, activity }: SessionState, agent: string): string[] {
  const facts: string[] = [];
  const background = activity.background?.length ?? 0;
  if (background > 0) facts.push(`${background} in the background`);
  if (usage !== undefined) {
    facts.push(`${short(usage.used)}/${short(usage.size)} tokens`);
    if (usage.cost !== undefined) facts.push(`${usage.cost.amount.toFixed(2)} ${shortLine(usage.cost.currency, 8)}`);
  }
  for (const option of configOptions.slice(0, 6)) {
    if (!isKnownSessionConfigOption(option)) continue;
    const value = shortLine(option.currentValue, 200);
    // A value such as `on` needs the name of its setting. Only the mode is shown that way; `:set` shows the others.
    if (!empty.test(value)) facts.push(truncated(value, 24));
    else if (option.category === 'mode') facts.push(truncated(`${shortLine(option.name, 200)}: ${value}`, 24));
  }
  if (agent !== '') facts.push(truncated(shortLine(agent, 200), 24));
  if (info?.title !== undefined) facts.push(truncated(shortLine(info.title, 200), 30));
  return facts;
}
