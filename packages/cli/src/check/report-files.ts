import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type CheckReport, jsonReport, junitReport, markdownReport } from '@emend/acp/testing';
import { InvalidArgumentError } from 'commander';
import { failed, Problem } from '../output/problem.ts';

/** A report that was asked for. */
export interface ReportFile {
  readonly format: keyof typeof formats;
  readonly path: string;
}

const formats = { json: jsonReport, junit: junitReport, markdown: markdownReport } as const;

/** Reads `FORMAT=FILE`. */
export function reportFile(text: string): ReportFile {
  const [, format = '', path = ''] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  const known = Object.keys(formats).find((each): each is ReportFile['format'] => each === format);
  if (known === undefined || path === '')
    throw new InvalidArgumentError(
      `It must be FORMAT=FILE with one of the formats ${Object.keys(formats).join(', ')}.`,
    );
  return { format: known, path };
}

/** Makes sure that the reports can be written, before minutes are spent on what they tell. */
export function prepareReports(files: readonly ReportFile[]): void {
  for (const { path } of files)
    written(path, () => {
      mkdirSync(dirname(path), { recursive: true });
      closeSync(openSync(path, 'a'));
    });
}

/** Writes the reports; a report of that name is replaced. */
export function writeReports(files: readonly ReportFile[], report: CheckReport): void {
  for (const { format, path } of files) written(path, () => writeFileSync(path, formats[format](report)));
}

function written(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new Problem(failed(`${path} cannot be written`, error));
  }
}
