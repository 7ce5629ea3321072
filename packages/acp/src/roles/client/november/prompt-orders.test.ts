import { expect, test } from 'vitest';
import { counts } from '../../../../../../test/support/counts.ts';
import { echo, state } from '../../test-support/november-agent.ts';
import { opened } from '../../test-support/november-session.ts';
import type { Incoming } from '../../test-support/v1-agent.ts';

/** Numbers that follow from a seed. */
function random(seed: number): (below: number) => number {
  let value = seed + 1;
  return (below) => {
    value = (value * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((value / 2_147_483_648) * below);
  };
}

/** What has become of a prompt: `open`, a stop reason, or an error. */
type Fate = string;

/** When prompts end, told as plainly as possible: the rule of the contract, prompt by prompt. */
class NaiveTurns {
  readonly fates: Fate[] = [];
  readonly #insertedAt: (number | undefined)[] = [];
  readonly #seenAt = new Map<number, number>();
  #state = 'idle';
  #completions = 0;
  #lastReason = '';
  #listsBackground = false;
  /** The reason of an idle update that ended nothing, with the prompts that were repeated before it. */
  #unreported: { readonly reason: string; readonly seen: ReadonlySet<number> } | undefined;

  sent(): void {
    this.fates.push('open');
    this.#insertedAt.push(undefined);
  }

  seen(prompt: number): void {
    if (!this.#seenAt.has(prompt)) this.#seenAt.set(prompt, this.#completions);
  }

  inserted(prompt: number, isNamed: boolean): void {
    const at = (isNamed ? this.#seenAt.get(prompt) : undefined) ?? this.#completions;
    this.#insertedAt[prompt] = at;
    if (at < this.#completions) this.fates[prompt] = this.#lastReason;
    else if (isNamed && this.#unreported?.seen.has(prompt) === true) this.fates[prompt] = this.#unreported.reason;
  }

  refused(prompt: number): void {
    this.fates[prompt] = 'refused';
  }

  told(next: string, reason: string | undefined, isListing: boolean): void {
    const before = this.#state;
    this.#state = next;
    this.#unreported = undefined;
    this.#listsBackground ||= isListing;
    if (next !== 'idle') return;
    const waiting = this.fates.flatMap((fate, prompt) =>
      fate === 'open' && this.#insertedAt[prompt] !== undefined ? [prompt] : [],
    );
    const isUnreported = before === 'idle' && reason !== undefined && !this.#listsBackground;
    if (before !== 'idle' || (isUnreported && waiting.length > 0)) {
      this.#completions++;
      this.#lastReason = reason ?? 'end_turn';
      for (const prompt of waiting) this.fates[prompt] = this.#lastReason;
    } else if (isUnreported) {
      this.#unreported = { reason, seen: new Set(this.#seenAt.keys()) };
    }
  }
}

const states = ['running', 'running', 'requires_action', 'dreaming', 'idle', 'idle', 'idle'];

async function run(seed: number): Promise<void> {
  const next = random(seed);
  await using agent = await opened();
  const model = new NaiveTurns();
  const fates: Fate[] = [];
  const echoed = new Set<number>();
  const answered = new Set<number>();
  const pick = (done: ReadonlySet<number>): number | undefined => {
    const left = fates.flatMap((_, prompt) => (done.has(prompt) ? [] : [prompt]));
    return left[next(left.length || 1)];
  };
  const isListing = next(4) === 0;
  for (let step = 0; step < 30; step++) {
    const what = next(10);
    if (what < 2 && fates.length < 6) {
      const prompt = fates.length;
      fates.push('open');
      model.sent();
      agent.session.prompt(`prompt ${prompt}`).then(
        ({ stopReason }) => (fates[prompt] = stopReason),
        () => (fates[prompt] = 'refused'),
      );
      while (agent.prompts.length < fates.length) await new Promise(setImmediate);
    } else if (what < 4) {
      const prompt = pick(echoed);
      if (prompt === undefined || model.fates[prompt] === 'refused') continue;
      echoed.add(prompt);
      model.seen(prompt);
      agent.voice.update(echo(`u${prompt}`, agent.prompts[prompt] as Incoming));
    } else if (what < 6) {
      const prompt = pick(answered);
      if (prompt === undefined) continue;
      answered.add(prompt);
      const how = next(8);
      const request = agent.prompts[prompt] as Incoming;
      if (how === 0 && !echoed.has(prompt)) {
        model.refused(prompt);
        agent.voice.refuse(request, { code: -32602, message: 'no' });
      } else {
        model.inserted(prompt, how > 1);
        agent.voice.answer(request, how > 1 ? { messageId: `u${prompt}` } : {});
      }
    } else {
      const name = states[next(states.length)] as string;
      const reason = name === 'idle' && next(3) > 0 ? `_reason-${step}` : undefined;
      const background = isListing && next(2) === 0 ? { background: [] } : {};
      model.told(name, reason, 'background' in background);
      agent.voice.update(state(name, { ...(reason === undefined ? {} : { stopReason: reason }), ...background }));
    }
    await agent.flush();
    await new Promise(setImmediate);
    expect([seed, step, ...fates]).toEqual([seed, step, ...model.fates]);
  }
  const left = agent.session.state.turns.toArray().map(({ status }) => status === 'ended');
  expect([seed, left]).toEqual([seed, model.fates.map((fate) => fate !== 'open')]);
  await agent.session.close();
  await new Promise(setImmediate);
  expect([seed, fates.includes('open'), agent.session.isBusy]).toEqual([seed, false, false]);
}

test('[N71] in whatever order the agent repeats, answers and reports, each prompt ends once, as the rule says', async () => {
  for (let seed = 0; seed < counts({ short: 40, long: 1_500 }); seed++) await run(seed);
});
