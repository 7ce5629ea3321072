import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionLog } from '@emend/acp/log';
import type { Chance } from '../chance.ts';
import type { Tally } from '../tally.ts';
import { after, within } from '../waiting.ts';
import { LibrarySeat } from './library-seat.ts';
import type { PromptEnd, Seat, SeatParts } from './seat.ts';
import { differenceAfterLoad, differenceOf, lostOf, readLogged, wrongAnswer } from './session-check.ts';
import { Transcript } from './transcript.ts';
import type { TurnOrder } from './turn-order.ts';
import { V1Seat } from './v1-seat.ts';

/** After how long a prompt without an answer counts as hanging, in milliseconds. */
const promptPatience = 120_000;
/**
 * How long clients have to show what the log has after the last prompt, in milliseconds: their server may be suspended for longer than its
 * lease, lose the database when it wakes up, and look for the session then.
 */
const settlingPatience = 90_000;

/** From when on it is worth knowing why a session took so long to answer again, in milliseconds: longer than a lease, and some attempts. */
const slow = 20_000;

/** Errors that blame a client which did nothing wrong: malformed and unknown requests, sessions that are gone. */
const wrongCodes: ReadonlySet<number> = new Set([-32600, -32601, -32602, -32002]);

/** What a session needs of its process. */
interface SessionParts {
  readonly urls: readonly string[];
  /** Reads what the servers have stored. */
  readonly log: SessionLog;
  readonly tally: Tally;
  /** Begins every key, so that keys of two processes differ. */
  readonly prefix: string;
  readonly sabotage: string;
  /** Where the messages of clients are kept that show something wrong. */
  readonly folder: string | undefined;
  /** How many seconds a session waits between two things, on average. */
  pace(): number;
  isStopped(): boolean;
}

/** A session with three clients of three dialects on any of the servers, until it is checked and deleted. */
export class SessionLife {
  id = '';
  readonly #chance: Chance;
  readonly #parts: SessionParts;
  readonly #seats: readonly Seat[];
  readonly #transcripts = [new Transcript(), new Transcript(), new Transcript()] as const;
  readonly #answered = new Map<string, TurnOrder>();
  /** Keys of prompts that failed, were cancelled or are open. */
  readonly #doubtful = new Set<string>();
  #keys = 0;
  #open = 0;
  #isEnding = false;
  #isOver = false;

  constructor(chance: Chance, parts: SessionParts) {
    this.#chance = chance;
    this.#parts = parts;
    const carrier = () => chance.pick(['http', 'websocket', 'websocket'] as const);
    const seat = (mayAbstain: boolean, transcript: Transcript): SeatParts => ({
      urls: parts.urls,
      chance: chance.fork(),
      transcript,
      answer: (options) => this.#answer(options, mayAbstain),
      see: (what) => parts.tally.see(what, 1),
      time: (what, milliseconds) => parts.tally.time(what, milliseconds),
    });
    this.#seats = [
      new LibrarySeat('november', carrier(), seat(false, this.#transcripts[0])),
      new LibrarySeat('june', carrier(), seat(false, this.#transcripts[1])),
      new V1Seat(carrier(), seat(true, this.#transcripts[2])),
    ];
  }

  /** Lives for some turns, is checked and deleted. */
  async live(turns: number): Promise<void> {
    const [first, ...others] = this.#chance.percent(50) ? this.#seats : this.#seats.toReversed();
    if (first === undefined) return;
    this.id = await first.open();
    await Promise.all(others.map((seat) => seat.join(this.id)));
    this.#parts.tally.see('sessions', 1);
    for (let turn = 0; turn < turns && !this.#parts.isStopped(); turn++) {
      await after(this.#parts.pace() * 1000 * (0.5 + this.#chance.next()));
      await this.#doSomething();
    }
    await this.#end();
  }

  /**
   * Prompts again and again from when the owner was lost until a prompt is answered; resolves with how long it took, with -1 if it is too
   * long, and with undefined if the session came to its end, where it is checked, too.
   */
  async recover(since: number, patience: number): Promise<number | undefined> {
    let took: number | undefined;
    let last = 'nothing was asked';
    for (let attempt = 0; took === undefined && Date.now() - since < patience && !this.#isEnding; attempt++) {
      const here = this.#seats.filter(({ isHere }) => isHere);
      const seat = here[attempt % Math.max(here.length, 1)];
      const prompted = seat && this.#prompt(seat, { chunks: 1, pause: 0, asks: false, waits: false });
      if (seat === undefined) last = 'no client was there';
      void prompted?.then((end) => {
        if ('stopReason' in end && end.stopReason === 'end_turn') took ??= Date.now() - since;
        last = `${seat?.name}: ${'failure' in end ? end.failure : end.stopReason}`;
      });
      for (let look = 0; look < 10 && took === undefined; look++) await after(50);
    }
    if (took === undefined || took > slow) this.#keepTranscripts();
    if (took !== undefined || this.#isEnding) return took;
    this.#parts.tally.see(`sessions that did not answer again: ${this.id}, last ${last}`, 1);
    return -1;
  }

  async #doSomething(): Promise<void> {
    const here = this.#seats.filter(({ isHere }) => isHere);
    const [one, two] = this.#chance.percent(50) ? here : here.toReversed();
    if (one === undefined) return;
    const kind = this.#chance.between(1, 100);
    const order = () => ({
      chunks: this.#chance.between(1, 6),
      pause: this.#chance.pick([0, 5, 30]),
      asks: this.#chance.percent(30),
      waits: false,
    });
    if (kind <= 55 || two === undefined) await this.#prompt(one, order());
    else if (kind <= 70) await Promise.all([this.#prompt(one, order()), this.#prompt(two, order())]);
    else if (kind <= 82) {
      const prompted = this.#prompt(one, { ...order(), waits: true });
      await after(this.#chance.between(50, 1_500));
      (this.#chance.percent(70) ? two : one).cancel();
      this.#parts.tally.see('cancels', 1);
      await prompted;
    } else {
      this.#parts.tally.see('clients that left and came back', 1);
      await one.leave();
      await after(this.#chance.between(0, 3_000));
      if (!this.#isOver) await one.join(this.id);
    }
  }

  async #prompt(seat: Seat, how: Omit<TurnOrder, 'key'>): Promise<PromptEnd> {
    const { tally, prefix } = this.#parts;
    this.#keys += 1;
    const order = { key: `${prefix}.${this.#keys}`, ...how };
    this.#doubtful.add(order.key);
    this.#open += 1;
    const begun = performance.now();
    const end = await within(promptPatience, seat.prompt(JSON.stringify(order)));
    this.#open -= 1;
    tally.check(
      'no prompt hangs',
      end !== undefined,
      () => `${seat.name}: ${order.key} of session ${this.id} has no end`,
    );
    if (end === undefined) return { failure: 'no answer' };
    this.#checkFailure(seat, order.key, end);
    tally.time(`a prompt until its answer, ${'failure' in end ? 'failed' : 'answered'}`, performance.now() - begun);
    tally.see(
      'failure' in end ? `prompts that failed: ${reason(end.failure)}` : `prompts answered ${end.stopReason}`,
      1,
    );
    if ('stopReason' in end && end.stopReason === 'end_turn') {
      this.#answered.set(order.key, order);
      this.#doubtful.delete(order.key);
    }
    return end;
  }

  /** A client that is told that its session is gone would give up for nothing. */
  #checkFailure(seat: Seat, key: string, end: PromptEnd): void {
    if (!('failure' in end)) return;
    const { failure, code } = end;
    this.#parts.tally.check('a prompt that fails is told why', code === undefined || !wrongCodes.has(code), () => {
      this.#keepTranscripts();
      return `session ${this.id}, ${seat.name}, ${key}: ${code} ${failure}`;
    });
  }

  async #answer(options: readonly string[], mayAbstain: boolean): Promise<string | undefined> {
    await after(this.#chance.between(0, 20));
    const drawn = this.#chance.between(1, 100);
    if (mayAbstain && drawn <= 25) return undefined;
    return drawn <= 30 ? 'cancelled' : this.#chance.pick(options);
  }

  /** Waits until everything is quiet, checks the session and deletes it. */
  async #end(): Promise<void> {
    const { tally, log } = this.#parts;
    this.#isEnding = true;
    const isUsable = await this.#lastPrompt();
    tally.check('a session can be used again', isUsable, () => `session ${this.id} answers no prompt`);
    if (isUsable) {
      await this.#compare();
      const logged = await readLogged(log, this.id);
      const lost = lostOf(logged, this.#answered);
      tally.check('nothing acknowledged is lost', lost === undefined, () => `session ${this.id}: ${lost}`);
      const wrong = wrongAnswer(logged);
      tally.check(
        'what the agent was answered is in the log',
        wrong === undefined,
        () => `session ${this.id}: ${wrong}`,
      );
      const twice = [...logged.prompts].find(([, times]) => times > 1);
      tally.check(
        'no prompt is in the log twice',
        twice === undefined,
        () => `session ${this.id}: ${twice?.join(', ')} times`,
      );
    }
    this.#isOver = true;
    const [first, ...others] = this.#seats;
    await within(10_000, first?.remove() ?? Promise.resolve()).catch(() =>
      tally.see('sessions that were not deleted', 1),
    );
    await Promise.all([first, ...others].map((seat) => seat?.leave()));
  }

  /** A prompt that is answered, after which nothing else is open. */
  async #lastPrompt(): Promise<boolean> {
    const deadline = performance.now() + promptPatience;
    while (performance.now() < deadline) {
      const seat = this.#seats.find(({ isHere }) => isHere);
      if (seat !== undefined && this.#seats.every(({ isHere }) => isHere) && this.#open === 0) {
        const end = await this.#prompt(seat, { chunks: 2, pause: 0, asks: false, waits: false });
        if ('stopReason' in end && end.stopReason === 'end_turn') return true;
      }
      await after(250);
    }
    return false;
  }

  async #compare(): Promise<void> {
    const { tally, log, sabotage } = this.#parts;
    // What never becomes right need not be waited for.
    const deadline = performance.now() + (sabotage === 'diverge' ? 2_000 : settlingPatience);
    let different: readonly string[] = [];
    do {
      const { shown } = await readLogged(log, this.id);
      different = this.#seats.flatMap((seat) => {
        const seen = seat.shown();
        const sabotaged = sabotage === 'diverge' ? { ...seen, tokens: seen.tokens.slice(1) } : seen;
        const difference = differenceOf(sabotaged, shown, this.#doubtful);
        return difference === undefined ? [] : [`${seat.name}: ${difference}`];
      });
      if (different.length > 0) await after(500);
    } while (different.length > 0 && performance.now() < deadline);
    tally.check('every client ends in the state of the log', different.length === 0, () => {
      this.#keepTranscripts();
      return `session ${this.id}: ${different.join('; ')}`;
    });
    for (const seat of this.#seats) await this.#compareAfterLoad(seat);
  }

  #keepTranscripts(): void {
    const { folder } = this.#parts;
    if (folder === undefined) return;
    for (const [index, { name }] of this.#seats.entries())
      writeFileSync(join(folder, `${this.id} ${name}.txt`), `${this.#transcripts[index]?.text ?? ''}\n`);
  }

  async #compareAfterLoad(seat: Seat): Promise<void> {
    const { tally, log } = this.#parts;
    // A fault may cut the load off, and then the client loads the session again by itself.
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        if (
          (await within(
            30_000,
            seat.reload().then(() => true),
          )) === true &&
          seat.isHere
        )
          break;
      } catch {
        await after(1_000);
      }
    }
    const deadline = performance.now() + settlingPatience;
    let difference: string | undefined;
    do {
      const { replayed } = await readLogged(log, this.id);
      difference = differenceAfterLoad(seat.shown(), replayed);
      if (difference !== undefined) await after(500);
    } while (difference !== undefined && performance.now() < deadline);
    tally.check('a client that loads a session has the state of the log', difference === undefined, () => {
      this.#keepTranscripts();
      return `session ${this.id}, ${seat.name}: ${difference}`;
    });
  }
}

/** Why a prompt failed, without what differs each time. */
function reason(failure: string): string {
  return failure
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\d+/g, 'N')
    .slice(0, 140);
}
