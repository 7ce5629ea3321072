import { type CheckAbout, type CheckResult, summaryOf } from '@emend/acp/testing';
import { shortLine } from '../terminal/neutral.ts';
import { type Looks, painted, type Span, span, tone } from '../terminal/style.ts';
import { summaryWords } from './summary-words.ts';

/** Shows a run while it goes on. */
interface Progress {
  /** Called before the first check, with all of them in their order. */
  begin(checks: readonly CheckAbout[]): void;
  /** Called with each result, in the order of the checks. */
  take(result: CheckResult): void;
  /** Called once nothing more comes. */
  end(): void;
}

/** Writes a line for each check, its parts separated by tabs: verdict, dialect, check, rules, and the reason. */
export class LineProgress implements Progress {
  readonly #write: (text: string) => void;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  begin(): void {}

  take({ verdict, dialect, id, requirements, reason, title }: CheckResult): void {
    // A tab in what a peer has written would make another part of it.
    const words = shortLine(reason ?? title, 300);
    this.#write(`${[verdict, dialect, id, requirements.join(','), words].join('\t')}\n`);
  }

  end(): void {}
}

/** Writes a line for each area of a dialect, which counts up while its checks run. */
export class AreaProgress implements Progress {
  readonly #write: (text: string) => void;
  readonly #looks: Looks;
  #coming: readonly CheckAbout[] = [];
  #width = 0;
  #results: CheckResult[] = [];
  #taken = 0;

  constructor(write: (text: string) => void, looks: Looks) {
    this.#write = write;
    this.#looks = looks;
  }

  begin(checks: readonly CheckAbout[]): void {
    this.#coming = checks;
    this.#width = Math.max(0, ...checks.map((check) => labelOf(check).length));
    this.#show();
  }

  take(result: CheckResult): void {
    this.#taken += 1;
    this.#results.push(result);
    this.#show();
    const next = this.#coming[this.#taken];
    if (next !== undefined && labelOf(next) === labelOf(result)) return;
    this.#results = [];
    this.#write('\n');
    this.#show();
  }

  end(): void {
    // An area that was not finished keeps its line.
    if (this.#results.length > 0 || this.#coming[this.#taken] !== undefined) this.#write('\n');
    this.#coming = [];
  }

  #show(): void {
    const about = this.#results[0] ?? this.#coming[this.#taken];
    if (about === undefined) return;
    const label = labelOf(about);
    const all = this.#coming.filter((check) => labelOf(check) === label).length;
    const summary = summaryOf(this.#results);
    const isDone = this.#results.length === all;
    const spans: Span[] = [
      span(isDone ? mark(summary) : '·', markTone(summary, isDone)),
      span(` ${label.padEnd(this.#width)}  `),
      span(isDone ? summaryWords(summary) : `${this.#results.length} of ${all}`, isDone ? tone.plain : tone.dim),
    ];
    this.#write(`\r${painted(spans, this.#looks)}${this.#looks === 'none' ? '' : '\x1b[K'}`);
  }
}

/** The area of a check is the first part of its name. */
function labelOf({ id, dialect }: CheckAbout): string {
  return `${dialect} ${id.split('.')[0]}`;
}

function mark({ fail, warn, pass }: { readonly fail: number; readonly warn: number; readonly pass: number }): string {
  if (fail > 0) return '✗';
  if (warn > 0) return '!';
  return pass > 0 ? '✓' : '-';
}

function markTone({ fail, warn, pass }: { fail: number; warn: number; pass: number }, isDone: boolean): number {
  if (fail > 0) return tone.red;
  if (warn > 0) return tone.yellow;
  return pass > 0 && isDone ? tone.green : tone.dim;
}
