import {
  type CreateElicitationRequest,
  type ElicitationPropertySchema,
  isKnownElicitationPropertySchema,
  isKnownMultiSelectItems,
} from '@emend/acp/protocol/november';

/** A value to choose, and what it is called. */
export interface Choice {
  readonly value: string;
  readonly title: string;
}

/** How a field is filled in; the browser checks what is typed by these limits. */
export type FieldInput =
  | { readonly type: 'text'; readonly begun: string; readonly least?: number; readonly most?: number }
  | {
      readonly type: 'number';
      readonly begun: string;
      readonly isWhole: boolean;
      readonly minimum?: number;
      readonly maximum?: number;
    }
  | { readonly type: 'switch'; readonly isOn: boolean }
  | { readonly type: 'choice'; readonly choices: readonly Choice[]; readonly begun: string }
  | { readonly type: 'choices'; readonly choices: readonly Choice[]; readonly begun: readonly string[] }
  /** A type that the page does not know, which must not be shown as another one. */
  | { readonly type: 'unknown' };

/** A field of a form. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly input: FieldInput;
}

/** The most fields that a form shows. */
const mostFields = 100;

/** Returns the fields of a form. */
export function formFields(request: CreateElicitationRequest): readonly FormField[] {
  if (request.mode !== 'form') return [];
  const { properties, required } = request['requestedSchema'] as {
    readonly properties: Readonly<Record<string, ElicitationPropertySchema>>;
    readonly required?: readonly string[] | null;
  };
  return Object.entries(properties)
    .slice(0, mostFields)
    .map(([name, schema]) => ({
      name,
      label: words(schema['title']) || name,
      description: words(schema['description']),
      isRequired: required?.includes(name) ?? false,
      input: inputOf(schema),
    }));
}

/** Returns the value of a field from what was filled in: texts by name, as a form has them. Undefined if nothing was. */
export function fieldValue({ name, input }: FormField, filled: FormData): unknown {
  const text = String(filled.get(name) ?? '');
  switch (input.type) {
    case 'text':
    case 'choice':
      return text === '' ? undefined : text;
    case 'number':
      return text === '' ? undefined : Number(text);
    case 'switch':
      return filled.get(name) !== null;
    case 'choices': {
      const values = filled.getAll(name).map(String);
      return values.length === 0 ? undefined : values;
    }
    case 'unknown':
      return undefined;
  }
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const keyed = (value: string): Choice => ({ value, title: value });
const titled = ({ const: value, title }: { readonly const: string; readonly title: string }): Choice => ({
  value,
  title,
});

function inputOf(schema: ElicitationPropertySchema): FieldInput {
  if (!isKnownElicitationPropertySchema(schema)) return { type: 'unknown' };
  switch (schema.type) {
    case 'boolean':
      return { type: 'switch', isOn: schema.default === true };
    case 'array': {
      const { items } = schema;
      if (!isKnownMultiSelectItems(items)) return { type: 'unknown' };
      const choices = 'anyOf' in items ? items.anyOf.map(titled) : items.enum.map(keyed);
      return { type: 'choices', choices, begun: schema.default ?? [] };
    }
    case 'number':
    case 'integer': {
      const { minimum, maximum } = schema;
      return {
        type: 'number',
        begun: typeof schema.default === 'number' ? String(schema.default) : '',
        isWhole: schema.type === 'integer',
        ...(typeof minimum === 'number' && { minimum }),
        ...(typeof maximum === 'number' && { maximum }),
      };
    }
    case 'string': {
      const choices = schema.oneOf?.map(titled) ?? schema.enum?.map(keyed);
      const begun = schema.default ?? '';
      if (choices !== undefined) return { type: 'choice', choices, begun };
      const { minLength, maxLength } = schema;
      return {
        type: 'text',
        begun,
        ...(typeof minLength === 'number' && minLength >= 0 && { least: minLength }),
        ...(typeof maxLength === 'number' && maxLength >= 0 && { most: maxLength }),
      };
    }
  }
}
