import {
  type ElicitationPropertySchema,
  type ElicitationSchema,
  isKnownElicitationPropertySchema,
  isKnownMultiSelectItems,
  type KnownElicitationPropertySchema,
} from '@emend/acp/protocol/november';
import { type Draft, edited, emptyDraft, inserted } from '../terminal/editor.ts';
import type { KeyPress } from '../terminal/keys.ts';

/** A value that can be chosen, and what it is called. */
interface Choice {
  readonly value: string;
  readonly title: string;
}

/** How a field is filled in. */
type Input =
  | { readonly type: 'text'; readonly draft: Draft; readonly schema: KnownElicitationPropertySchema }
  | { readonly type: 'switch'; readonly isOn: boolean | undefined }
  | { readonly type: 'choice'; readonly choices: readonly Choice[]; readonly chosen: number }
  | {
      readonly type: 'choices';
      readonly choices: readonly Choice[];
      readonly chosen: ReadonlySet<number>;
      readonly at: number;
      readonly least: number;
      readonly most: number;
    }
  /** A type that this client does not know, which must not be shown as another one. */
  | { readonly type: 'unknown' };

/** One field of a form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly input: Input;
}

/** What a field has been filled in with: a value, nothing, or a problem in words. */
type FieldValue = { readonly value: unknown } | { readonly problem: string };

/** Maximum number of fields that a form shows. */
export const mostFields = 100;

const keyed = (value: string): Choice => ({ value, title: value });

/** Returns the fields of a form, filled in with their defaults. */
export function fieldsOf({ properties, required }: ElicitationSchema): Field[] {
  const needed = new Set(required ?? []);
  return Object.entries(properties)
    .slice(0, mostFields)
    .map(([name, schema]) => ({
      name,
      label: words(schema['title']) || name,
      description: words(schema['description']),
      isRequired: needed.has(name),
      input: inputOf(schema),
    }));
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function inputOf(schema: ElicitationPropertySchema): Input {
  if (!isKnownElicitationPropertySchema(schema)) return { type: 'unknown' };
  switch (schema.type) {
    case 'boolean':
      return { type: 'switch', isOn: schema.default ?? undefined };
    case 'array': {
      const { items } = schema;
      if (!isKnownMultiSelectItems(items)) return { type: 'unknown' };
      const choices =
        'anyOf' in items ? items.anyOf.map(({ const: value, title }) => ({ value, title })) : items.enum.map(keyed);
      const set = new Set((schema.default ?? []).map((value) => choices.findIndex((each) => each.value === value)));
      set.delete(-1);
      const { minItems, maxItems } = schema;
      return { type: 'choices', choices, chosen: set, at: 0, least: minItems ?? 0, most: maxItems ?? choices.length };
    }
    case 'string': {
      const choices = schema.oneOf?.map(({ const: value, title }) => ({ value, title })) ?? schema.enum?.map(keyed);
      if (choices === undefined) break;
      return { type: 'choice', choices, chosen: choices.findIndex(({ value }) => value === schema.default) };
    }
  }
  const begun = schema.default === undefined || schema.default === null ? '' : String(schema.default);
  return { type: 'text', schema, draft: inserted(emptyDraft, begun) };
}

/** Returns a field after a key that changes what it is filled in with. */
export function filled(field: Field, press: KeyPress): Field {
  const input = changed(field.input, press);
  return input === field.input ? field : { ...field, input };
}

function changed(input: Input, press: KeyPress): Input {
  const key = press.type === 'key' ? press.name : press.text;
  const step = key === 'right' || key === ' ' ? 1 : key === 'left' ? -1 : 0;
  switch (input.type) {
    case 'text': {
      const draft =
        press.type === 'key' ? edited(input.draft, key) : inserted(input.draft, key.replace(/[\r\n]+/g, ' '));
      return { ...input, draft };
    }
    case 'switch':
      if (key === 'y' || key === 'n') return { ...input, isOn: key === 'y' };
      return step === 0 ? input : { ...input, isOn: input.isOn !== true };
    case 'choice':
      return step === 0 ? input : { ...input, chosen: around(input.chosen + step, input.choices.length) };
    case 'choices': {
      if (key === ' ') {
        const chosen = new Set(input.chosen);
        if (!chosen.delete(input.at)) chosen.add(input.at);
        return { ...input, chosen };
      }
      return step === 0 ? input : { ...input, at: around(input.at + step, input.choices.length) };
    }
    case 'unknown':
      return input;
  }
}

function around(index: number, count: number): number {
  return count === 0 ? -1 : (index + count) % count;
}

/** Returns what a field shows; the place of the cursor or of the choice is marked. */
export function shownValue({ input }: Field, isCurrent: boolean): string {
  switch (input.type) {
    case 'text': {
      const { text, cursor } = input.draft;
      return isCurrent ? `${text.slice(0, cursor)}▏${text.slice(cursor)}` : text;
    }
    case 'switch':
      return input.isOn === undefined ? '[ yes / no ]' : input.isOn ? '[x] yes' : '[ ] no';
    case 'choice':
      return `‹ ${input.choices[input.chosen]?.title ?? '…'} ›`;
    case 'choices':
      return input.choices
        .map(
          ({ title }, index) =>
            `${isCurrent && index === input.at ? '›' : ''}[${input.chosen.has(index) ? 'x' : ' '}] ${title}`,
        )
        .join('  ');
    case 'unknown':
      return '(this client does not know how to ask for it)';
  }
}

/** Returns the value of a field, or what is wrong with it. A field that may stay empty has the value `undefined` then. */
export function fieldValue({ input, label, isRequired }: Field): FieldValue {
  const missing: FieldValue = isRequired ? { problem: `${label} is needed.` } : { value: undefined };
  switch (input.type) {
    case 'text':
      return input.draft.text === '' ? missing : textValue(input.draft.text, label, input.schema);
    case 'switch':
      return input.isOn === undefined ? missing : { value: input.isOn };
    case 'choice': {
      const choice = input.choices[input.chosen];
      return choice === undefined ? missing : { value: choice.value };
    }
    case 'choices': {
      const values = input.choices.filter((_, index) => input.chosen.has(index)).map(({ value }) => value);
      if (values.length === 0 && !isRequired) return { value: undefined };
      if (values.length < input.least) return { problem: `${label}: choose at least ${input.least}.` };
      if (values.length > input.most) return { problem: `${label}: choose at most ${input.most}.` };
      return { value: values };
    }
    case 'unknown':
      return isRequired ? { problem: `${label} is needed, and this client cannot ask for it.` } : { value: undefined };
  }
}

function textValue(text: string, label: string, schema: KnownElicitationPropertySchema): FieldValue {
  if (schema.type === 'number' || schema.type === 'integer') {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) return { problem: `${label} must be a number.` };
    if (schema.type === 'integer' && !Number.isInteger(value)) return { problem: `${label} must be a whole number.` };
    const { minimum, maximum } = schema;
    if (typeof minimum === 'number' && value < minimum) return { problem: `${label} must be at least ${minimum}.` };
    if (typeof maximum === 'number' && value > maximum) return { problem: `${label} must be at most ${maximum}.` };
    return { value };
  }
  if (schema.type !== 'string') return { value: text };
  const length = [...text].length;
  const { minLength, maxLength } = schema;
  if (typeof minLength === 'number' && length < minLength)
    return { problem: `${label} must have at least ${minLength} characters.` };
  if (typeof maxLength === 'number' && length > maxLength)
    return { problem: `${label} must have at most ${maxLength} characters.` };
  // A pattern of the agent is not run here: it could take for ever. The agent checks what it gets.
  return { value: text };
}
