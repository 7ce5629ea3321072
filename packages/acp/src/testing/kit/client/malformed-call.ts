import { type Dialect, dialects } from '../../../protocol/dialects.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import { formatIssue } from '../../../protocol/reading/issue.ts';
import type { SeenFrame } from '../verdict.ts';

/** Returns what is wrong with a request or a notification of a client; `undefined` for one that is well-formed or an extension. */
export function malformedCall({ message }: SeenFrame, dialect: Dialect): string | undefined {
  if (!isObject(message) || typeof message['method'] !== 'string') return undefined;
  const { method, params, id } = message;
  const definition = dialects[dialect].methods[method];
  if (definition === undefined)
    return /^(_|\$\/)/.test(method) ? undefined : `${dialects[dialect].title} has no method "${method}"`;
  if (definition.handledBy === 'client') return `"${method}" is for clients to answer, not to send`;
  if (definition.kind === 'request' && id === undefined) return `"${method}" is a request, and has no id`;
  if (definition.kind === 'notification' && id !== undefined) return `"${method}" is a notification, and has an id`;
  const read = definition.params.decode(params ?? {}, 'strict');
  return read.ok ? undefined : `the params of ${method} are malformed: ${read.issues.map(formatIssue).join('; ')}`;
}

/** Returns whether a path is absolute, on any platform. */
export function isAbsolute(path: unknown): boolean {
  return typeof path === 'string' && /^(\/|[a-z]:[\\/]|\\\\)/i.test(path);
}
