type State =
  /** Outside of any sequence. */
  | 'text'
  /** Behind an escape character. */
  | 'escape'
  /** Behind an escape character and its intermediate characters, such as `(`. */
  | 'designation'
  /** Within a control sequence, such as a colour. */
  | 'control'
  /** Within a control string, such as a title. */
  | 'string';

const bell = 0x07;
const cancel = 0x18;
const substitute = 0x1a;
const escapeCode = 0x1b;
const terminator = 0x9c;

/** Finds the characters of a terminal's output that belong to escape sequences, one after the other. */
export class EscapeSkipper {
  #state: State = 'text';

  /** Forgets a sequence that has begun. */
  reset(): void {
    this.#state = 'text';
  }

  /** Returns whether the next character belongs to an escape sequence. One that cannot be part of the sequence ends it. */
  takes(code: number): boolean {
    switch (this.#state) {
      case 'text':
        return this.#start(code);
      case 'escape':
        return this.#afterEscape(code);
      case 'designation':
        if (isBetween(code, 0x20, 0x2f)) return true;
        this.#state = 'text';
        return isBetween(code, 0x30, 0x7e) || this.#start(code);
      case 'control':
        if (isBetween(code, 0x20, 0x3f)) return true;
        this.#state = 'text';
        return isBetween(code, 0x40, 0x7e) || this.#start(code);
      case 'string':
        // It ends with an escape and a backslash, which is a sequence like any other.
        if (code === escapeCode) this.#state = 'escape';
        else if (code === bell || code === terminator || code === cancel || code === substitute) this.#state = 'text';
        return true;
    }
  }

  #start(code: number): boolean {
    if (code === escapeCode) this.#state = 'escape';
    else if (code === 0x9b) this.#state = 'control';
    else if (startsString(code)) this.#state = 'string';
    else return false;
    return true;
  }

  #afterEscape(code: number): boolean {
    if (isBetween(code, 0x20, 0x2f)) this.#state = 'designation';
    else if (code === 0x5b) this.#state = 'control';
    else if (startsString(code + 0x40)) this.#state = 'string';
    else {
      this.#state = 'text';
      return isBetween(code, 0x30, 0x7e) || this.#start(code);
    }
    return true;
  }
}

function isBetween(code: number, first: number, last: number): boolean {
  return code >= first && code <= last;
}

/** Device control, start of string, operating system command, privacy message and application program command. */
function startsString(code: number): boolean {
  return code === 0x90 || code === 0x98 || code === 0x9d || code === 0x9e || code === 0x9f;
}
