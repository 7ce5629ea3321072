import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { failed, Problem } from '../output/problem.ts';
import { neutralLine } from '../terminal/neutral.ts';

const addressLine = /^http:\/\/\S+#token=\S+\n$/;

/** The most bytes that an address has. */
const longest = 1_000;

/** A file with the address of the page, which only our user can read, and which is gone when the process has ended. */
export class AddressFile {
  readonly #path: string;
  readonly #text: string;
  readonly #onExit = (): void => {
    // Another process may have taken the name in the meantime.
    if (textOf(this.#path) === this.#text) rmSync(this.#path, { force: true });
  };

  /** Writes the file. An address that an earlier process has left is replaced; anything else is a problem. */
  constructor(path: string, address: string) {
    this.#path = path;
    this.#text = `${address}\n`;
    const left = textOf(path);
    if (left !== undefined && left !== '' && !addressLine.test(left))
      throw new Problem(`${neutralLine(path)} exists and is not the address of an inspector. Give another name.`);
    try {
      // A new file, so that rights and links of an earlier one do not open the token to others.
      if (left !== undefined) rmSync(path, { force: true });
      writeFileSync(path, this.#text, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      throw new Problem(failed(`${neutralLine(path)} cannot be written`, error));
    }
    process.on('exit', this.#onExit);
  }

  /** Removes the file. */
  remove(): void {
    process.off('exit', this.#onExit);
    this.#onExit();
  }
}

/** Returns the text of a file, something that is no address for anything else, and `undefined` if there is nothing. */
function textOf(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  try {
    // To read a pipe would wait for its writer.
    return found.isFile() && found.size <= longest ? readFileSync(path, 'utf8') : '(no address)';
  } catch {
    return '(no address)';
  }
}
