import { randomBytes } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { isSecretName, type Redact, redaction, secretsOf } from '@emend/acp/recording';
import type { ExitStatus } from '../command-entry.ts';
import { inputKind } from '../input/input-kind.ts';
import { openInput } from '../input/open.ts';
import { moveAside } from '../output/move-aside.ts';
import { note } from '../output/note.ts';
import { failed, Problem } from '../output/problem.ts';
import { keysOf, type RedactOption } from '../relay/redact-option.ts';
import { checkRecording, checkTarget } from './exported-file.ts';

/** What `emend inspect --export` was told beside the files. */
interface ExportOptions {
  readonly raw?: true;
  readonly redact?: RedactOption;
}

/** Writes a recording and the page that shows it into one file, without secrets unless it is to be raw. */
export async function exportRecording(file: string, page: string, options: ExportOptions): Promise<ExitStatus> {
  inputKind(file);
  await checkRecording(file);
  await checkTarget(file, page);
  const { exportPage, ExportTooLarge } = await import('@emend/inspector');
  const redact = options.raw === true ? undefined : redactionOf(options.redact);
  const name = file === '-' ? 'standard input' : basename(file);
  const exported = await exportPage(openInput(file), { name, ...(redact !== undefined && { redact }) });
  try {
    const size = await writeWhole(page, exported.parts);
    note(`emend inspect: Wrote ${page}, ${(size / 1_000_000).toFixed(1)} MB. ${masked(redact, exported.masked())}`);
  } catch (error) {
    if (!(error instanceof ExportTooLarge)) throw error;
    const advice = 'Export a part of it: head -n 100000 FILE | emend inspect - --export PAGE.html';
    throw new Problem(`${error.message} ${advice}`);
  }
  return 0;
}

function redactionOf(option: RedactOption): Redact {
  return redaction(keysOf(option), secretsOf(process.env), isSecretName);
}

function masked(redact: Redact | undefined, count: number): string {
  if (redact === undefined) return 'Nothing in it is masked.';
  const values = count === 0 ? 'No value' : count === 1 ? '1 value' : `${count} values`;
  return `${values} in it ${count > 1 ? 'are' : 'is'} masked; look at it before you share it.`;
}

/** Writes a file under another name first, so that there is never half a page. Returns its size in bytes. */
async function writeWhole(path: string, parts: AsyncIterable<string>): Promise<number> {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`;
  let file: number;
  try {
    // Never a file or a link that is there already.
    file = openSync(unfinished, 'wx', 0o600);
  } catch (error) {
    throw new Problem(failed(`${path} cannot be written`, error));
  }
  let size = 0;
  try {
    try {
      for await (const part of parts) size += writeAll(file, path, part);
    } finally {
      closeSync(file);
    }
    const moved = moveAside(path);
    if (moved !== undefined) note(`emend inspect: The earlier page is ${moved} now.`);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return size;
}

function writeAll(file: number, path: string, part: string): number {
  const bytes = Buffer.from(part);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
  } catch (error) {
    throw new Problem(failed(`${path} cannot be written`, error));
  }
  return bytes.length;
}
