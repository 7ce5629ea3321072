import type { Dialect } from '@emend/acp/protocol';
import { CheckDialect, type InputLine, LineHold, mostUndecided } from '@emend/acp/recording';

/** The dialects in which a recording is read. */
export interface ChosenDialects {
  /** What its sessions are folded as. */
  readonly fold: Dialect;
  /** What its messages are checked against. */
  readonly check: Dialect;
}

/** Finds out the dialects of a recording from its first lines, as `emend fold` and `emend validate` do. */
export class DialectChoice {
  readonly #hold = new LineHold();
  readonly #check = new CheckDialect();
  #seen = 0;
  #fold: Dialect | undefined;
  #checked: Dialect | undefined;
  /** The last line that was seen. */
  line = 0;

  /** With a dialect that was given, nothing has to be found out. */
  constructor(given?: Dialect) {
    this.#fold = given;
    this.#checked = given;
  }

  /** Takes the next line. */
  see(number: number, input: InputLine | undefined): void {
    if (number <= this.line) return;
    this.line = number;
    if (input === undefined || this.isFinal) return;
    this.#seen += 1;
    if (this.#fold === undefined) {
      const ready = this.#hold.take([input]);
      this.#fold = ready?.dialect;
    }
    if (this.#checked === undefined) {
      this.#checked = this.#check.see(input);
      if (this.#seen >= mostUndecided) this.#checked ??= this.#check.likely;
    }
  }

  /** Whether nothing more can change the dialects. */
  get isFinal(): boolean {
    return this.#fold !== undefined && this.#checked !== undefined;
  }

  /** Whether these are the dialects as far as the lines show them. */
  isFor({ fold, check }: ChosenDialects): boolean {
    return fold === (this.#fold ?? this.#hold.likely) && check === (this.#checked ?? this.#check.likely);
  }

  /** The dialects as far as the lines show them. */
  get chosen(): ChosenDialects {
    return { fold: this.#fold ?? this.#hold.likely, check: this.#checked ?? this.#check.likely };
  }
}
