import {
  applyEvent,
  messageKey,
  newSessionState,
  readUpdate,
  type SessionEvent,
  type SessionState,
} from '@emend/acp/session';
import { createScreen, messageText, type ScreenRow, type SessionScreen } from '@emend/acp/view';
import { atMostTimes } from './goals.ts';
import type { Measure } from './harness.ts';
import { jointRuns } from './joint-runs.ts';

/** How many rows a screen shows. */
const shownRows = 50;

const said = (id: number) => ({
  sessionUpdate: 'agent_message_chunk',
  messageId: `msg_${id}`,
  content: { type: 'text', text: `a few words of answer ${id}` },
});

const seconds = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};

/** Measures a session of many messages: an append at its end, and showing a screen in its middle, beside a session of a tenth. */
export async function longSession(messages: number): Promise<Measure[]> {
  const tenthsOf = jointRuns(async () => growth(messages));
  const [last, first] = [tenthsOf(), tenthsOf()];
  const shown = messages.toLocaleString('en-US');
  const [long, short] = [ended(messages), ended(messages / 10)];
  // Otherwise the first tenth would pay for compiling.
  growth(messages / 10);
  return [
    {
      name: `a message added and shown, last tenth of ${shown}`,
      unit: 'µs of processor time',
      better: 'lower',
      goal: atMostTimes(1.5, 'first tenth'),
      runs: 'alike',
      contestants: {
        ours: async () => (await last()).at(-1) ?? Number.NaN,
        'first tenth': async () => (await first())[0] ?? Number.NaN,
      },
    },
    {
      name: `${shownRows} rows in the middle of ${shown} messages`,
      unit: 'µs of processor time',
      better: 'lower',
      goal: atMostTimes(1.5, 'a tenth of the messages'),
      contestants: {
        ours: async () => scrolling(long),
        'a tenth of the messages': async () => scrolling(short),
      },
    },
    {
      name: `a turn that begins, says something and ends, shown after ${shown} messages`,
      unit: 'µs of processor time',
      better: 'lower',
      goal: atMostTimes(1.5, 'a tenth of the messages'),
      contestants: {
        ours: async () => turning(long),
        'a tenth of the messages': async () => turning(short),
      },
    },
  ];
}

/** Adds messages one by one, shows the last rows after each, and returns the cost of one for each tenth. */
function growth(messages: number): number[] {
  const screen = createScreen();
  let state = newSessionState();
  const tenths: number[] = [];
  for (let tenth = 0; tenth < 10; tenth++) {
    const since = process.cpuUsage();
    for (let id = (tenth * messages) / 10; id < ((tenth + 1) * messages) / 10; id++) {
      state = applyEvent(state, readUpdate(said(id)));
      const rows = screen(state);
      if (textOf(state, rows.last()) === '') throw new Error('the last message is not shown');
    }
    tenths.push((seconds(since) * 1e7) / messages);
  }
  return tenths;
}

interface Ended {
  state: SessionState;
  readonly screen: SessionScreen;
}

function ended(messages: number): Ended {
  const screen = createScreen();
  let state = newSessionState();
  for (let id = 0; id < messages; id++) state = applyEvent(state, readUpdate(said(id)));
  screen(state);
  return { state, screen };
}

/** Shows what stands in the middle of a session, and returns the cost in microseconds. */
function scrolling({ state, screen }: Ended): number {
  const times = 200;
  const since = process.cpuUsage();
  for (let time = 0; time < times; time++) {
    const rows = screen(state);
    const first = (rows.length >> 1) + time * shownRows;
    for (let row = first; row < first + shownRows; row++) {
      if (textOf(state, rows.at(row % rows.length)) === '') throw new Error('a row is empty');
    }
  }
  return (seconds(since) * 1e6) / times;
}

/** Shows a session after each step of some turns, and returns the cost of a turn in microseconds. */
function turning(session: Ended): number {
  const times = 100;
  const { screen } = session;
  const since = process.cpuUsage();
  for (let time = 0; time < times; time++) {
    const steps: readonly SessionEvent[] = [
      { type: 'prompt_sent', prompt: [{ type: 'text', text: `question ${time}` }] },
      readUpdate({ ...said(time), messageId: `answer_${session.state.turns.length}` }),
      { type: 'turn_ended', stopReason: 'end_turn' },
    ];
    for (const step of steps) {
      session.state = applyEvent(session.state, step);
      if (screen(session.state).last() === undefined) throw new Error('nothing is shown');
    }
  }
  return (seconds(since) * 1e6) / times;
}

function textOf(state: SessionState, row: ScreenRow | undefined): string {
  if (row?.type !== 'message') return '';
  const message = state.messages.get(messageKey(row.kind, row.messageId));
  return message === undefined ? '' : messageText(message);
}
