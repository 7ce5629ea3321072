import { readPolicyFile } from '@emend/acp/node';
import type { DecidePermission, PermissionDecision } from '@emend/acp/permissions';
import { InvalidArgumentError } from 'commander';
import { failed } from '../output/problem.ts';

/** Rules that answer permission requests, and the file that they are in. */
export interface PermissionFile {
  readonly file: string;
  readonly decide: DecidePermission;
}

/** Reads a file with rules, so that a mistake in it is told before anything is started. */
export function permissionFile(file: string): PermissionFile {
  try {
    return { file, decide: readPolicyFile(file) };
  } catch (error) {
    // The problems of a policy name the file themselves.
    if (error instanceof TypeError) throw new InvalidArgumentError(error.message);
    throw new InvalidArgumentError(failed(`${file} cannot be read`, error));
  }
}

/** Returns which rule decided: `rule 2 of rules.json (reads)`. */
export function ruleWords({ rule, name }: PermissionDecision, file: string): string {
  return rule === undefined ? `no rule of ${file}` : `rule ${rule} of ${file}${name === undefined ? '' : ` (${name})`}`;
}
