import type { Dialect } from '@emend/acp/protocol';
import type { TimeView } from '../../api/time-view.ts';
import type { FrameFacts } from '../frame-facts.ts';
import type { Recording } from '../recording.ts';
import { type TimedFrame, TimeMeter } from './time-meter.ts';

/** How many frames are measured before others get a turn. */
const batchLength = 50_000;

/** Measures a recording when its times are first asked for, and what has come since whenever they are asked for again. */
export class RecordingTimes {
  readonly #recording: Recording;
  #meter: TimeMeter;
  #dialect: Dialect;
  #taken = 0;
  #work: Promise<void> | undefined;

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#dialect = recording.dialect;
    this.#meter = meterFor(this.#dialect);
  }

  async view(): Promise<TimeView> {
    this.#work ??= this.#catchUp().finally(() => {
      this.#work = undefined;
    });
    await this.#work;
    return this.#meter.view;
  }

  async #catchUp(): Promise<void> {
    if (this.#recording.dialect !== this.#dialect) {
      this.#dialect = this.#recording.dialect;
      this.#meter = meterFor(this.#dialect);
      this.#taken = 0;
    }
    while (this.#taken < this.#recording.frames) {
      const end = Math.min(this.#recording.frames, this.#taken + batchLength);
      while (this.#taken < end) {
        this.#taken += 1;
        this.#meter.take(timedFrame(this.#recording.facts(this.#taken)));
      }
      if (end < this.#recording.frames) await new Promise((resolve) => setTimeout(resolve));
    }
  }
}

function meterFor(dialect: Dialect): TimeMeter {
  return new TimeMeter(dialect === 'november' ? 'idle' : 'answer');
}

function timedFrame(facts: FrameFacts): TimedFrame {
  const { number, at, from, kind, method, session, size, pair, update, isIdle = false } = facts;
  const isAnswer = kind === 'response' || kind === 'error';
  const isWord = update === 'agent_message_chunk' || update === 'agent_message';
  return { frame: number, at, from, kind, method, session, size, answers: isAnswer ? pair : undefined, isWord, isIdle };
}
