import { isObject } from '../protocol/reading/guard.ts';

/** The part of a form that says which answers it needs. */
interface AskedForm {
  readonly properties: Readonly<Record<string, { readonly type: string }>>;
  readonly required?: readonly string[] | null | undefined;
}

const fits: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['string', (value) => typeof value === 'string'],
  ['number', (value) => typeof value === 'number'],
  ['integer', (value) => Number.isInteger(value)],
  ['boolean', (value) => typeof value === 'boolean'],
  ['array', (value) => Array.isArray(value) && value.every((item) => typeof item === 'string')],
]);

/** Returns the answers in a response to a form, or what is wrong with them: one is missing, or not of the type that was asked for. */
export function formContent(
  response: unknown,
  { properties, required }: AskedForm,
): { readonly content: Readonly<Record<string, unknown>> } | { readonly problem: string } {
  const given = isObject(response) && isObject(response['content']) ? response['content'] : {};
  const content: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined || value === null) {
      if (required?.includes(name)) return { problem: `The answer to ${JSON.stringify(name)} is missing.` };
    } else if (fits.get(type)?.(value) === false) {
      return { problem: `The answer to ${JSON.stringify(name)} is not of type ${type}.` };
    } else content[name] = value;
  }
  return { content };
}
