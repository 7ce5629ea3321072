import { formatIssue } from '../protocol/reading/issue.ts';
import { jsonFault } from './json-fault.ts';
import type { PermissionPolicy } from './policy.ts';
import { readPolicy } from './read-policy.ts';

/** The policy of a text, or everything that is wrong with it, one sentence each. */
export type PolicyText =
  | { readonly ok: true; readonly value: PermissionPolicy }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads a permission policy from the text of a JSON file. */
export function readPolicyText(text: string): PolicyText {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const fault = jsonFault(json);
  if (fault !== undefined) {
    const lines = json.slice(0, fault.at).split('\n');
    const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
    return { ok: false, problems: [`${place}: ${fault.problem}.`] };
  }
  const read = readPolicy(JSON.parse(json));
  if (read.ok) return { ok: true, value: read.value };
  return { ok: false, problems: read.issues.map((issue) => `${formatIssue(issue)}.`) };
}
