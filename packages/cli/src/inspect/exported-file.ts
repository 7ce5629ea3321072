import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { Problem } from '../output/problem.ts';
import { neutralLine } from '../terminal/neutral.ts';

/** How much of a file shows whether it is an exported page, in bytes. */
const beginning = 8192;

/** Throws a problem if FILE is an exported page, which has a recording in it and is none. */
export async function checkRecording(file: string): Promise<void> {
  if (file !== '-' && (await isExported(file)))
    throw new Problem(`${neutralLine(file)} is an exported page. Open it in a browser.`);
}

/** Throws a problem if an exported page would take the place of the recording, or of anything but an earlier page. */
export async function checkTarget(file: string, page: string): Promise<void> {
  const name = neutralLine(page);
  if (file !== '-' && isSameFile(file, page))
    throw new Problem(`${name} would replace the recording. Give the page another name.`);
  const target = statSync(page, { throwIfNoEntry: false });
  if (target === undefined || (target.isFile() && target.size === 0) || (await isExported(page))) return;
  throw new Problem(`${name} exists and is not an exported page. Give the page another name.`);
}

function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}

async function isExported(path: string): Promise<boolean> {
  const { isExportedPage } = await import('@emend/inspector');
  return isExportedPage(beginningOf(path));
}

/** Returns the beginning of a file, or nothing if it is not a regular file or cannot be read. */
function beginningOf(path: string): string {
  try {
    // A pipe would lose what is read here.
    if (!statSync(path).isFile()) return '';
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(beginning);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, beginning, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
