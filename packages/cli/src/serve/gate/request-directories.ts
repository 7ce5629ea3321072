import type { RpcError } from '@emend/acp';
import { isObject } from '@emend/acp/protocol';
import { withValue } from '../json-members.ts';
import { type DirectoryRules, directoryProblem } from './directories.ts';
import { badParams } from './refusals.ts';

const members = ['cwd', 'additionalDirectories'] as const;

/** Requests that open a session, or list those of a directory. */
const withDirectories: ReadonlySet<unknown> = new Set([
  'session/new',
  'session/load',
  'session/resume',
  'session/fork',
  'session/list',
]);

/** Returns the text of a request whose directories keep to the rules, or the error that refuses it. */
export function withAllowedDirectories(
  text: string,
  { method, params }: { readonly method: string; readonly params?: unknown },
  rules: DirectoryRules,
): string | RpcError {
  if (!withDirectories.has(method) || !isObject(params)) return text;
  return rules.cwd === undefined ? checked(text, params, rules.roots) : replaced(text, rules.cwd);
}

function checked(text: string, params: Readonly<Record<string, unknown>>, roots: readonly string[]): string | RpcError {
  const [cwd, more] = members.map((name) => params[name]);
  for (const path of [cwd, ...(Array.isArray(more) ? more : [])]) {
    // What is not a path is refused by the agent.
    const problem = typeof path === 'string' ? directoryProblem(path, roots) : undefined;
    if (problem !== undefined) return badParams(problem);
  }
  return text;
}

/** Replaces the directories, which mean nothing on this machine. */
function replaced(text: string, cwd: string): string {
  return withValue(withValue(text, ['params', 'cwd'], JSON.stringify(cwd)), ['params', 'additionalDirectories'], '[]');
}
