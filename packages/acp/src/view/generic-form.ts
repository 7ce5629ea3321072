import { isWritable } from '../protocol/reading/nesting.ts';
import { type Origin, originOf } from '../protocol/reading/origin.ts';

/** An unknown value in a form that any screen can show. */
export interface GenericForm {
  /** The tag that was not recognised. */
  readonly tag: string;
  /** Whether it is an extension or belongs to a later draft. */
  readonly origin: Origin;
  /** Its JSON, indented and truncated if it is long. */
  readonly text: string;
  readonly isCut: boolean;
}

/** Options of {@link genericForm}. */
export interface GenericFormOptions {
  /** Maximum length of the text; 2,000 by default. */
  readonly longest?: number;
}

/** Returns the generic form of an unknown update, content block or plan. */
export function genericForm(value: object, { longest = 2_000 }: GenericFormOptions = {}): GenericForm {
  const { sessionUpdate, type } = value as { readonly sessionUpdate?: unknown; readonly type?: unknown };
  const tag = typeof sessionUpdate === 'string' ? sessionUpdate : typeof type === 'string' ? type : '';
  const text = isWritable(value) ? JSON.stringify(value, undefined, 2) : '(nested too deep to be shown)';
  return {
    tag,
    origin: originOf(tag),
    text: text.slice(0, longest),
    isCut: text.length > longest,
  };
}
