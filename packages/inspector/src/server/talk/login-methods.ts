import type { AuthMethod } from '@emend/acp/protocol/june';
import type { LoginMethod } from '../../api/talk.ts';

/** The most ways to log in that are offered, and the longest text of one. */
const mostMethods = 20;
const longestText = 1_000;

/** Returns the ways to log in that an agent offers. Those of a terminal are told with their arguments, since a page has no terminal. */
export function loginMethods(methods: readonly AuthMethod[]): readonly LoginMethod[] {
  return methods.slice(0, mostMethods).map((method) => {
    const { id, name, description, type, args } = method as { readonly [key: string]: unknown } & typeof method;
    return {
      id,
      name: name.slice(0, longestText),
      ...(typeof description === 'string' && { description: description.slice(0, longestText) }),
      ...(type === 'terminal' && { terminal: Array.isArray(args) ? args.filter(isText).join(' ') : '' }),
    };
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
