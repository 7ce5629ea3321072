import { type ReactNode, useId } from 'react';
import { Said } from '../said/said.tsx';
import { visibleText } from '../said/visible-pieces.ts';
import type { Choice, FieldInput, FormField } from './form-fields.ts';

/** One field of a form with its label. */
export function FieldView({ field }: { readonly field: FormField }): ReactNode {
  const id = useId();
  const { label, description, isRequired, input } = field;
  const name = (
    <>
      <Said text={label} />
      {isRequired && <span className="muted"> (needed)</span>}
    </>
  );
  return (
    <div className="field">
      {input.type === 'choices' ? (
        <fieldset>
          <legend>{name}</legend>
          {input.choices.map(({ value, title }) => (
            <label key={value} className="field-choice">
              <input type="checkbox" name={field.name} value={value} defaultChecked={input.begun.includes(value)} />
              <Said text={title} />
            </label>
          ))}
        </fieldset>
      ) : input.type === 'switch' ? (
        <label className="field-choice">
          <input type="checkbox" name={field.name} defaultChecked={input.isOn} />
          {name}
        </label>
      ) : (
        <>
          <label htmlFor={id}>{name}</label>
          <Input id={id} field={field} input={input} />
        </>
      )}
      {description !== '' && (
        <p className="muted" id={`${id}-more`}>
          <Said text={description} />
        </p>
      )}
    </div>
  );
}

function Input(props: {
  readonly id: string;
  readonly field: FormField;
  readonly input: Exclude<FieldInput, { readonly type: 'switch' | 'choices' }>;
}): ReactNode {
  const { id, field, input } = props;
  const { name, isRequired, description } = field;
  const basics = { id, name, required: isRequired, ...(description !== '' && { 'aria-describedby': `${id}-more` }) };
  switch (input.type) {
    case 'text':
      return (
        <input type="text" {...basics} defaultValue={input.begun} minLength={input.least} maxLength={input.most} />
      );
    case 'number':
      return (
        <input
          type="number"
          {...basics}
          defaultValue={input.begun}
          step={input.isWhole ? 1 : 'any'}
          min={input.minimum}
          max={input.maximum}
        />
      );
    case 'choice':
      return <Select basics={basics} choices={input.choices} begun={input.begun} />;
    case 'unknown':
      return (
        <span className="muted" id={id}>
          The page does not know how to ask for this.
        </span>
      );
  }
}

function Select(props: {
  readonly basics: { readonly id: string; readonly name: string; readonly required: boolean };
  readonly choices: readonly Choice[];
  readonly begun: string;
}): ReactNode {
  const { basics, choices, begun } = props;
  return (
    <select {...basics} defaultValue={begun}>
      {!choices.some(({ value }) => value === begun) && <option value="">…</option>}
      {choices.map(({ value, title }) => (
        <option key={value} value={value}>
          {visibleText(title)}
        </option>
      ))}
    </select>
  );
}
