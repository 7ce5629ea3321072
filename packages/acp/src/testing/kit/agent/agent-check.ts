import type { Dialect } from '../../../protocol/dialects.ts';
import { dialects } from '../../../protocol/dialects.ts';
import { formatIssue } from '../../../protocol/reading/issue.ts';
import type { Answer } from '../peer-line.ts';
import { fail, warn } from '../verdict.ts';
import type { AgentScene } from './agent-scene.ts';
import type { Company } from './resting-agents.ts';

/** The rules that a check is about, in each dialect that it is for. */
export type DialectRequirements = Readonly<Partial<Record<Dialect, readonly string[]>>>;

/** A check of an agent. */
export interface AgentCheck {
  /** `AREA.NAME`: checks of an area are listed and reported together. */
  readonly id: string;
  /** What a right agent does, in a sentence. */
  readonly title: string;
  /** The rules that it checks, in each dialect that it is for. */
  readonly requirements: DialectRequirements;
  /** With which other checks it may share a connection. */
  readonly company: Company;
  /** Returns if the agent passes; ends with `fail`, `warn` or `skip` otherwise. */
  run(scene: AgentScene): Promise<void>;
}

/** A check whose connection is that of its area, unless it says otherwise. */
export type AreaCheck = Omit<AgentCheck, 'company'> & Partial<Pick<AgentCheck, 'company'>>;

/** Returns the checks of an area, which share connections in one way unless a check says otherwise. */
export function area(company: Company, checks: readonly AreaCheck[]): readonly AgentCheck[] {
  return checks.map((check) => ({ company, ...check }));
}

/** Returns the same rules for every dialect. */
export function inAll(...requirements: readonly string[]): Readonly<Record<Dialect, readonly string[]>> {
  return { v1: requirements, june: requirements, november: requirements };
}

/** A session that no agent has. */
export const noSession = 'emend-check-no-such-session';

/** Fails unless a request was refused; with a code, the November draft demands exactly that one. */
export function refused({ error, frame }: Answer, dialect: Dialect, code?: number): void {
  if (error === undefined) fail('it was answered with a result', frame);
  if (!Number.isInteger(error['code']) || typeof error['message'] !== 'string') {
    fail('the error has no integer code or no message', frame);
  }
  if (code === undefined || error['code'] === code) return;
  if (dialect === 'november') fail(`the error is ${error['code']}, not ${code}`, frame);
  warn(`the error is ${error['code']}, not ${code}`, frame);
}

/** Fails unless a result is what the dialect says it must be. */
export function validResult(dialect: Dialect, method: string, { result, frame }: Answer): void {
  const read = dialects[dialect].methods[method]?.result?.decode(result, 'strict');
  if (read?.ok === false) {
    fail(`the answer to ${method} is malformed: ${read.issues.map(formatIssue).join('; ')}`, frame);
  }
}
