import { vi } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { Gate } from '../../transport/gate.ts';
import type { AsyncAgentDefinition } from '../agent/definition.ts';
import { type dialects, lasting, says } from './lasting.ts';
import type { Refuse } from './refusing.ts';
import { until } from './until.ts';

const cwd = '/project';

/** Resolves when something is so, while the time of timers stands still. */
export async function reached(isSo: () => boolean): Promise<void> {
  for (let turns = 0; !isSo(); turns++) {
    if (turns > 1_000) throw new Error('It does not come to that.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Resolves when a session waits for its next attempt. */
export function waiting(): Promise<void> {
  return reached(() => vi.getTimerCount() > 0);
}

/** Lets the pause before the next attempt pass. */
export async function passPause(): Promise<void> {
  await waiting();
  await vi.advanceTimersToNextTimerAsync();
}

/** An agent that stores its sessions, and whose turns end when they may. */
function patient(mayGoOn = new Gate()) {
  const heard: string[] = [];
  const definition: AsyncAgentDefinition = {
    sessions: { log: new MemoryLog(), now: () => 1 },
    async newSession() {
      return { configOptions: [option] };
    },
    setConfigOption({ value }) {
      heard.push(`option ${value}`);
      return [{ ...option, currentValue: value }];
    },
    async prompt(turn) {
      heard.push(turn.text);
      const message = turn.message();
      await message.append(`before ${turn.text} `);
      if (turn.text === 'one') await mayGoOn.promise;
      await message.append('after');
    },
    requests: { '_x/ask': () => heard.push('asked') },
  };
  return { definition, heard, mayGoOn };
}

const values = ['a', 'b'].map((value) => ({ value, name: value }));
const option = { id: 'm', name: 'M', type: 'select', currentValue: 'a', options: values } as const;

/** A client in whose session a prompt runs, and whose loads are refused as `refuse` says. */
export async function working(spoken: (typeof dialects)[number], refuse: Refuse) {
  const mayComeBack = new Gate();

  const { definition, heard, mayGoOn } = patient();
  const times: number[] = [];
  const start = performance.now();
  const world = await lasting(definition, spoken, {
    reach: () => mayComeBack.promise,
    refuse(sessionId) {
      times.push(performance.now() - start);
      return refuse(sessionId);
    },
  });
  const session = await world.client.newSession({ cwd });
  const prompt = session.prompt('one');
  prompt.catch(() => {});
  await until(session, () => says(session, 'before one'));
  return {
    ...world,
    heard,
    mayGoOn,
    times,
    session,
    prompt,
    /** Cuts the connection; the client comes back when it may. */
    async cutOff() {
      await world.cut();
      await reached(() => world.events.some(({ type }) => type === 'connection-lost'));
    },
    comeBack: () => mayComeBack.open(),
    async cut() {
      mayComeBack.open();
      await world.cut();
    },
  };
}
