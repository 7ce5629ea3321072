import type { ReactNode } from 'react';
import type { TalkOrder, TalkSession } from '../../api/talk.ts';
import { Said } from '../said/said.tsx';
import { visibleText } from '../said/visible-pieces.ts';

type Option = TalkSession['configOptions'][number];

interface SelectValue {
  readonly value: string;
  readonly name: string;
}

interface SelectGroup {
  readonly name: string;
  readonly options: readonly SelectValue[];
}

/** The options of a session: a mode or a model as a choice, a switch as a check box. */
export function OptionBar(props: {
  readonly session: TalkSession;
  readonly order: (order: TalkOrder) => unknown;
}): ReactNode {
  const { session, order } = props;
  if (session.configOptions.length === 0) return null;
  return (
    <div className="option-bar">
      {session.configOptions.map((option) => (
        <OptionView
          key={option.id}
          option={option}
          onChange={(value) => order({ do: 'configure', session: session.id, option: option.id, value })}
        />
      ))}
    </div>
  );
}

function OptionView({
  option,
  onChange,
}: {
  readonly option: Option;
  readonly onChange: (value: string | boolean) => void;
}): ReactNode {
  const { name, description, currentValue, options, type } = option as Option & {
    readonly name: string;
    readonly description?: unknown;
    readonly currentValue?: unknown;
    readonly options?: unknown;
  };
  const title = typeof description === 'string' ? visibleText(description) : undefined;
  if (type === 'boolean' && typeof currentValue === 'boolean')
    return (
      <label title={title}>
        <input type="checkbox" checked={currentValue} onChange={(event) => onChange(event.target.checked)} />
        <Said text={name} />
      </label>
    );
  if (type !== 'select' || !Array.isArray(options)) return null;
  return (
    <label title={title}>
      <Said text={name} />
      <select value={String(currentValue)} onChange={(event) => onChange(event.target.value)}>
        {(options as readonly (SelectValue | SelectGroup)[]).map((each) =>
          'options' in each ? (
            <optgroup key={each.name} label={visibleText(each.name)}>
              {each.options.map(optionElement)}
            </optgroup>
          ) : (
            optionElement(each)
          ),
        )}
      </select>
    </label>
  );
}

function optionElement({ value, name }: SelectValue): ReactNode {
  return (
    <option key={value} value={value}>
      {visibleText(name)}
    </option>
  );
}
