import type { FrameKind, FrameSender, Level } from '../api/frame-row.ts';
import type { FrameFacts } from './frame-facts.ts';
import { GrowingNumbers } from './growing-numbers.ts';

const kinds: readonly FrameKind[] = ['request', 'response', 'error', 'update', 'notification', 'noise'];
const senders: readonly FrameSender[] = ['client', 'agent', 'stderr', 'unknown'];
const levels: readonly (Level | undefined)[] = [undefined, 'hint', 'warning', 'error'];

/** Beside the kind and the sender: that the agent is idle, and that something was taken back. */
const idleBit = 128;
const correctionBit = 64;

const kindNumbers = new Map(kinds.map((kind, index) => [kind, index]));
const senderNumbers = new Map(senders.map((sender, index) => [sender, index]));

/** Names that occur again and again, by number; 0 stands for none. */
class Names {
  readonly #numbers = new Map<string, number>();
  readonly #names: (string | undefined)[] = [undefined];
  /** The name asked for last, which is often asked for again. */
  #last: string | undefined;
  #lastNumber = 0;

  numberOf(name: string | undefined): number {
    if (name === undefined) return 0;
    if (name === this.#last) return this.#lastNumber;
    this.#last = name;
    this.#lastNumber = this.#numbers.get(name) ?? this.#added(name);
    return this.#lastNumber;
  }

  #added(name: string): number {
    const number = this.#names.length;
    this.#numbers.set(name, number);
    this.#names.push(name);
    return number;
  }

  at(number: number): string | undefined {
    return this.#names[number];
  }
}

/** The facts of all frames in columns of numbers, some forty bytes a frame. */
export class FrameColumns {
  /** Where each line starts, and where the one after the last would. */
  readonly #offsets = new GrowingNumbers(Float64Array);
  readonly #times = new GrowingNumbers(Float64Array);
  readonly #kinds = new GrowingNumbers(Uint8Array);
  readonly #methods = new GrowingNumbers(Uint32Array);
  readonly #updates = new GrowingNumbers(Uint32Array);
  readonly #sessions = new GrowingNumbers(Uint32Array);
  readonly #pairs = new GrowingNumbers(Uint32Array);
  readonly #groups = new GrowingNumbers(Uint32Array);
  readonly #worst = new GrowingNumbers(Uint8Array);
  readonly #methodNames = new Names();
  readonly #updateNames = new Names();
  readonly #sessionNames = new Names();

  constructor() {
    this.#offsets.push(0);
  }

  /** How many frames there are. */
  get length(): number {
    return this.#kinds.length;
  }

  /** Adds the next frame; `end` is the offset behind its line. */
  add(facts: FrameFacts, end: number): void {
    const { at, kind, from, method, update, session, pair, group, isIdle } = facts;
    const idle = isIdle === true ? idleBit : 0;
    this.#offsets.push(end + 1);
    this.#times.push(at ?? Number.NaN);
    this.#kinds.push(idle + (kindNumbers.get(kind) ?? 0) * senders.length + (senderNumbers.get(from) ?? 0));
    this.#methods.push(this.#methodNames.numberOf(method));
    this.#updates.push(this.#updateNames.numberOf(update));
    this.#sessions.push(this.#sessionNames.numberOf(session));
    this.#pairs.push(pair ?? 0);
    this.#groups.push(group);
    this.#worst.push(0);
    if (pair !== undefined) this.#pairs.set(pair - 1, facts.number);
  }

  /** Returns the offset of the line of a frame. */
  offset(frame: number): number {
    return this.#offsets.at(frame - 1);
  }

  /** Returns the size of the line of a frame in bytes. */
  size(frame: number): number {
    return this.#offsets.at(frame) - this.#offsets.at(frame - 1) - 1;
  }

  group(frame: number): number {
    return this.#groups.at(frame - 1);
  }

  facts(frame: number): FrameFacts {
    const index = frame - 1;
    const noted = this.#kinds.at(index);
    const packed = noted % correctionBit;
    const at = this.#times.at(index);
    const method = this.#methodNames.at(this.#methods.at(index));
    const update = this.#updateNames.at(this.#updates.at(index));
    const session = this.#sessionNames.at(this.#sessions.at(index));
    const pair = this.#pairs.at(index);
    const facts: { -readonly [Key in keyof FrameFacts]: FrameFacts[Key] } = {
      number: frame,
      from: senders[packed % senders.length] ?? 'unknown',
      kind: kinds[Math.floor(packed / senders.length)] ?? 'noise',
      size: this.size(frame),
      group: this.#groups.at(index),
    };
    if (!Number.isNaN(at)) facts.at = at;
    if (method !== undefined) facts.method = method;
    if (update !== undefined) facts.update = update;
    if (session !== undefined) facts.session = session;
    if (pair !== 0) facts.pair = pair;
    if ((noted & idleBit) !== 0) facts.isIdle = true;
    if ((noted & correctionBit) !== 0) facts.isCorrection = true;
    return facts;
  }

  worst(frame: number): Level | undefined {
    return levels[this.#worst.at(frame - 1)];
  }

  /** Notes that a frame takes back something. */
  markCorrection(frame: number): void {
    this.#kinds.set(frame - 1, this.#kinds.at(frame - 1) | correctionBit);
  }

  /** Notes a problem of a frame. */
  mark(frame: number, level: Level): void {
    const rank = levels.indexOf(level);
    if (rank > this.#worst.at(frame - 1)) this.#worst.set(frame - 1, rank);
  }
}
