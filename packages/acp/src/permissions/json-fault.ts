/** Where a text is not the JSON that every reader reads in the same way, and why. */
interface JsonFault {
  readonly at: number;
  readonly problem: string;
}

const space = /[ \t\r\n]*/y;
const text = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy;
const simple = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const deepest = 100;

/** Returns the first place where a text is no JSON, or where a member is given twice in one object; engines do not tell where it is. */
export function jsonFault(json: string): JsonFault | undefined {
  const reader = new FaultReader(json);
  return reader.value(0) ?? reader.end();
}

class FaultReader {
  readonly #json: string;
  #at = 0;

  constructor(json: string) {
    this.#json = json;
  }

  /** Reads one value; returns what is wrong with it. */
  value(depth: number): JsonFault | undefined {
    this.#take(space);
    if (depth > deepest) return this.#fault('it is nested too deep');
    const next = this.#json[this.#at];
    if (next === '{') return this.#items('}', () => this.#member(depth), new Set());
    if (next === '[') return this.#items(']', () => this.value(depth + 1));
    return this.#take(text) === undefined && this.#take(simple) === undefined ? this.#fault() : undefined;
  }

  end(): JsonFault | undefined {
    this.#take(space);
    return this.#at === this.#json.length ? undefined : this.#fault();
  }

  #names: Set<unknown> = new Set();

  /** Reads what stands between brackets, divided by commas. */
  #items(close: string, item: () => JsonFault | undefined, names: Set<unknown> = this.#names): JsonFault | undefined {
    this.#at += 1;
    this.#take(space);
    if (this.#skip(close)) return undefined;
    const outer = this.#names;
    do {
      this.#names = names;
      const fault = item();
      this.#names = outer;
      if (fault !== undefined) return fault;
      this.#take(space);
    } while (this.#skip(','));
    return this.#skip(close) ? undefined : this.#fault();
  }

  #member(depth: number): JsonFault | undefined {
    this.#take(space);
    const start = this.#at;
    const written = this.#take(text);
    if (written === undefined) return this.#fault();
    const name: unknown = JSON.parse(written);
    if (this.#names.has(name)) return { at: start, problem: `the member ${written} is given twice` };
    this.#names.add(name);
    this.#take(space);
    return this.#skip(':') ? this.value(depth + 1) : this.#fault();
  }

  #skip(sign: string): boolean {
    if (this.#json[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #take(form: RegExp): string | undefined {
    form.lastIndex = this.#at;
    const found = form.exec(this.#json)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fault(problem = 'it is no JSON'): JsonFault {
    return { at: this.#at, problem };
  }
}
