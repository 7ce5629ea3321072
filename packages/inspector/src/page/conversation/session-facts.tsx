import type { ReactNode } from 'react';
import type { Conversation } from '../../api/conversation.ts';
import { useOverview } from '../connection/connected.tsx';
import { Said } from '../said/said.tsx';
import { visibleText } from '../said/visible-pieces.ts';
import { count } from '../text/figures.ts';
import { StatusSign } from './status-sign.tsx';

/** What is known of a session beside its messages: what the agent does, how full its context is, how it is set. */
export function SessionFacts({ conversation }: { readonly conversation: Conversation }): ReactNode {
  const { activity, usage, configOptions } = conversation;
  // The region "Talk" shows the options, too.
  const canTalk = useOverview()?.canTalk === true;
  return (
    <div className="session-facts">
      {!canTalk &&
        configOptions.slice(0, 4).map((option) => (
          <span key={option.id} className="fact" title={visibleText(option.name.slice(0, 100))}>
            <Said text={valueName(option).slice(0, 60)} />
          </span>
        ))}
      {usage !== undefined && <Usage usage={usage} />}
      {activity.error !== undefined && (
        <span className="fact bad">
          <Said text={activity.error.message.slice(0, 200)} />
        </span>
      )}
      <StatusSign status={activity.state} />
    </div>
  );
}

function Usage({ usage }: { readonly usage: NonNullable<Conversation['usage']> }): ReactNode {
  const { used, size, cost } = usage;
  const share = size > 0 ? Math.min(100, Math.round((used / size) * 100)) : 0;
  return (
    <span className="fact" title={`${count(used)} of ${count(size)} tokens of the context are used.`}>
      {share} % of context
      {cost !== undefined && `, ${cost.amount.toFixed(2)} ${visibleText(cost.currency.slice(0, 8))}`}
    </span>
  );
}

interface Choice {
  readonly value?: unknown;
  readonly name?: unknown;
  readonly options?: readonly Choice[];
}

/** The name of the value that an option has. */
function valueName(option: Conversation['configOptions'][number]): string {
  const { currentValue, options, name } = option as { currentValue?: unknown; options?: unknown; name: string };
  if (typeof currentValue === 'boolean') return `${name}: ${currentValue ? 'on' : 'off'}`;
  const choices = (Array.isArray(options) ? (options as readonly Choice[]) : []).flatMap(
    (each) => each.options ?? [each],
  );
  const chosen = choices.find(({ value }) => value === currentValue)?.name ?? currentValue;
  return typeof chosen === 'string' ? chosen : '';
}
