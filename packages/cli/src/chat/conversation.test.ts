import { applyEvent, newSessionState, type SessionEvent, type SessionState } from '@emend/acp';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { TerminalScreen } from '../terminal/terminal-screen.ts';
import { VirtualTerminal } from '../terminal/test-support/virtual-terminal.ts';
import { Conversation } from './conversation.ts';

const layout = (width: number) => ({ width, height: 24, looks: 'none' as const, isDetailed: false });

class Stage {
  readonly terminal: VirtualTerminal;
  readonly screen: TerminalScreen;
  readonly conversation: Conversation;
  readonly now = { time: 0 };
  state: SessionState = newSessionState();

  constructor(columns: number, rows: number, limits: Parameters<typeof newSessionState>[0] = {}) {
    this.state = newSessionState(limits);
    this.terminal = new VirtualTerminal(columns, rows);
    this.screen = new TerminalScreen((text) => this.terminal.write(text), { columns, rows });
    this.conversation = new Conversation(layout(columns), () => this.now.time);
  }

  apply(...events: SessionEvent[]): void {
    for (const event of events) {
      this.state = applyEvent(this.state, event);
      if (event.type === 'update') this.conversation.updated(event.update, this.state);
    }
    this.draw();
  }

  update(...updates: object[]): void {
    this.apply(...updates.map((update) => ({ type: 'update', update }) as SessionEvent));
  }

  draw(): void {
    this.conversation.show(this.state);
    this.conversation.scrolledOut(this.screen.show(this.conversation.rows(), undefined));
  }

  get rows(): string[] {
    return this.terminal.screen.filter((row) => row !== '');
  }
}

const text = (value: string) => ({ type: 'text', text: value });
const chunk = (messageId: string, value: string) => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: text(value),
});
const whole = (messageId: string, value: string) => ({
  sessionUpdate: 'agent_message',
  messageId,
  content: value === '' ? [] : [text(value)],
});
const call = (toolCallId: string, patch: object) => ({ sessionUpdate: 'tool_call_update', toolCallId, ...patch });

test('a prompt stands once, whether or not the agent tells it back', () => {
  const stage = new Stage(40, 20);
  stage.apply({ type: 'prompt_sent', prompt: [text('hello')] as never });
  expect(stage.rows).toEqual(['❯ hello']);
  stage.update({ sessionUpdate: 'user_message', messageId: 'u', content: [text('hello')] }, chunk('m', 'hi'));
  expect(stage.rows).toEqual(['❯ hello', '  hi']);
  stage.update({ sessionUpdate: 'user_message', messageId: 'u', content: [text('[hidden]')] });
  expect(stage.rows).toEqual(['❯ [hidden]', '  hi']);
});

test('a tool call is one row that changes, with its time once it is done', () => {
  const stage = new Stage(40, 20);
  stage.update(call('c', { title: 'Look\x1b[2J\nhere', kind: 'read', status: 'in_progress' }));
  expect(stage.rows).toEqual(['  ◐ read Look␛[2J here']);
  stage.now.time = 1_250;
  stage.update(call('c', { status: 'completed', content: [{ type: 'content', content: text('a\nb\n') }] }));
  expect(stage.rows).toEqual(['  ✓ read Look␛[2J here 1.3 s', '      a', '      b']);
  const many = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
  stage.update(call('c', { content: [{ type: 'content', content: text(many) }] }));
  expect(stage.rows.slice(1, 3)).toEqual(['      … 22 more lines (Ctrl-O)', '      line 22']);
});

test('a running call tells how long it has been, until its row has scrolled out', () => {
  const stage = new Stage(44, 6);
  const tickAt = (time: number) => {
    stage.now.time = time;
    stage.conversation.tick();
    stage.draw();
  };
  stage.update(call('c', { title: 'Build', kind: 'execute', status: 'in_progress' }), call('d', { title: 'Wait' }));
  tickAt(999);
  expect(stage.rows).toEqual(['  ◐ execute Build', '  ○ other Wait pending']);
  tickAt(3_700);
  expect(stage.rows).toEqual(['  ◐ execute Build 3 s', '  ○ other Wait pending']);
  const content = [{ type: 'content', content: text('1\n2\n3') }];
  stage.update(call('c', { content }), chunk('m', 'said'));
  expect([stage.terminal.scrollBack, stage.rows[0]]).toEqual([['', '  ◐ execute Build 3 s', '      1'], '      2']);
  tickAt(9_000);
  const told = () => [...stage.terminal.scrollBack, ...stage.terminal.screen].filter((row) => /Build|⟲/.test(row));
  expect(told()).toEqual(['  ◐ execute Build 3 s']);
  stage.update(call('c', { status: 'completed' }));
  expect(told().slice(1)).toEqual(['⟲ Something above has changed. It is now:', '  ✓ execute Build 9.0 s']);
});

test('what was replayed with the same words is not shown again, and what has changed is', () => {
  const stage = new Stage(44, 6);
  const content = [{ type: 'content', content: text('1\n2\n3') }];
  const build = call('c', { title: 'Build', kind: 'execute', status: 'completed', content });
  const terminal = { sessionUpdate: 'terminal_update', terminalId: 't', output: { data: 'b2s=' } };
  const run = call('d', { title: 'Run', status: 'completed', content: [{ type: 'terminal', terminalId: 't' }] });
  const events = (...updates: object[]) =>
    updates.map((update) => ({ type: 'update', dialect: 'november', update }) as SessionEvent);
  stage.apply(...events(chunk('m', 'said'), chunk('m', ' in two'), build, terminal, run));
  stage.apply(...events(...[1, 2, 3, 4, 5, 6].map((each) => chunk(`m${each}`, `row ${each}`))));
  const all = () => [...stage.terminal.scrollBack, ...stage.terminal.screen].filter((row) => row.trim() !== '');
  const before = all();
  const marks = () => all().filter((row) => row.includes('⟲'));
  const replayed = (...updates: object[]) => {
    let state = applyEvent(stage.state, { type: 'load_started' });
    for (const event of events(...updates)) state = applyEvent(state, event);
    stage.state = applyEvent(state, { type: 'load_ended' });
    stage.draw();
  };
  const rows = [1, 2, 3, 4, 5, 6].map((each) => whole(`m${each}`, `row ${each}`));
  replayed(whole('m', 'said in two'), build, terminal, run, ...rows);
  expect([all(), marks()]).toEqual([before, []]);
  replayed(whole('m', 'said else'), build, { ...terminal, output: { data: 'bm8=' } }, run, ...rows);
  expect(
    all()
      .slice(before.length)
      .filter((row) => !row.includes('⟲')),
  ).toEqual(['  said else', '  ✓ other Run', '      no']);
});

test('a call that was rejected is shown as such, even if the agent says nothing of it', () => {
  const stage = new Stage(44, 20);
  const options = [
    { optionId: 'y', name: 'Yes', kind: 'allow_once' },
    { optionId: 'n', name: 'No', kind: 'reject_always' },
  ];
  const answer = (toolCallId: string, optionId: string) => {
    stage.conversation.answered({ sessionId: 's', toolCall: { toolCallId }, options }, optionId);
    stage.draw();
  };
  const started = call('c', { title: 'Build', kind: 'execute', status: 'in_progress' });
  stage.update(started, call('d', { title: 'Look' }), call('e', { title: 'Edit' }));
  stage.now.time = 2_000;
  for (const [id, option] of Object.entries({ c: 'n', d: 'y', e: 'n' })) answer(id, option);
  stage.now.time = 9_000;
  stage.conversation.tick();
  stage.draw();
  expect(stage.rows).toEqual([
    '  ✗ execute Build rejected 2.0 s',
    '  ○ other Look pending',
    '  ✗ other Edit rejected 2.0 s',
  ]);
  // Asked again and allowed; failed, as it had to; done all the same.
  answer('c', 'y');
  stage.update(call('c', { title: 'Build it' }), call('d', { status: 'failed' }), call('e', { status: 'failed' }));
  expect(stage.rows.map((row) => row.replace(/ \S+ s$/, ''))).toEqual([
    '  ◐ execute Build it',
    '  ✗ other Look failed',
    '  ✗ other Edit rejected',
  ]);
  stage.update(call('e', { status: 'completed' }));
  expect(stage.rows[2]).toBe('  ✓ other Edit 2.0 s');
});

test('a call that was cancelled with its turn is shown as such, unless the agent says how it ended', () => {
  const stage = new Stage(44, 20);
  const start = (...ids: string[]) => {
    for (const id of ids) stage.update(call(id, { title: id, status: 'in_progress' }));
  };
  stage.apply({ type: 'prompt_sent', prompt: [text('go')] as never, requestId: 1 });
  start('Said failed', 'Failed', 'Done', 'Left', 'Rejected');
  stage.update(call('Failed', { status: 'failed' }));
  const options = [{ optionId: 'n', name: 'No', kind: 'reject_once' }];
  stage.conversation.answered({ sessionId: 's', toolCall: { toolCallId: 'Rejected' }, options }, 'n');
  stage.apply({ type: 'cancel_sent' });
  const shown = () => stage.rows.slice(1);
  const others = ['  ✗ other Failed failed', '  ⊘ other Done cancelled', '  ⊘ other Left cancelled'];
  const rejected = '  ✗ other Rejected rejected';
  expect(shown()).toEqual(['  ⊘ other Said failed cancelled', ...others, rejected]);
  start('Late', 'Left');
  stage.update(call('Said failed', { status: 'failed' }), call('Done', { status: 'completed' }));
  // At the end of the turn the client itself says that what is open has failed, which is no update of the agent.
  for (const id of ['Left', 'Rejected', 'Late']) {
    const update = { ...call(id, { status: 'failed' }) } as never;
    stage.state = applyEvent(stage.state, { type: 'update', update });
  }
  stage.apply({ type: 'turn_ended', requestId: 1, stopReason: 'cancelled' });
  stage.update(call('Left', { title: 'Left alone' }));
  expect(shown()).toEqual([
    '  ✗ other Said failed failed',
    '  ✗ other Failed failed',
    '  ✓ other Done',
    '  ⊘ other Left alone cancelled',
    rejected,
    '  ⊘ other Late cancelled',
  ]);
  // Taken up again in another turn, it is as the agent says.
  stage.apply({ type: 'prompt_sent', prompt: [text('again')] as never, requestId: 2 });
  start('Left', 'Late');
  stage.update(call('Late', { status: 'failed' }));
  expect([stage.rows[4], stage.rows[6]]).toEqual(['  ◐ other Left', '  ✗ other Late failed']);
});

test('a plan between two chunks of a message begins a paragraph, also laid out anew, until the message is replaced', () => {
  const stage = new Stage(40, 20);
  const plan = (status: string) => ({
    sessionUpdate: 'plan_update',
    plan: { type: 'items', id: 'p', entries: [{ content: 'Look', priority: 'low', status }] },
  });
  const shown = () => stage.terminal.screen.join('\n').trim();
  stage.update(chunk('m', 'I shall look.'));
  stage.update(plan('pending'));
  stage.update(chunk('m', 'I am '), chunk('m', 'looking.'), plan('completed'), chunk('m', 'I have looked.'));
  const text = 'I shall look.\n\n  I am looking.\n\n  I have looked.\n\n  Plan\n    ☑ Look';
  expect(shown()).toBe(text);
  stage.screen.resize({ columns: 30, rows: 20 });
  stage.conversation.layOut(layout(30), 20);
  stage.draw();
  expect(shown()).toBe(text);
  stage.update(whole('m', 'I shall look.'), chunk('m', 'I have.'));
  expect(shown()).toBe('I shall look.I have.\n\n  Plan\n    ☑ Look');
});

test('the details of a call are left out while a question shows them, as long as they are within reach', () => {
  const stage = new Stage(44, 6);
  const diff = [{ type: 'diff', path: '/a', oldText: 'old\n', newText: 'new\n' }];
  const hide = (isAsked: 'asked' | 'answered', id = 'c') => {
    stage.conversation.hideDetails(isAsked === 'asked' ? stage.state.toolCalls.get(id) : undefined);
    stage.draw();
  };
  const all = ['  ○ other Edit pending', '      /a +1 -1', '    - old', '    + new'];
  stage.update(call('c', { title: 'Edit', content: diff }));
  expect(stage.rows).toEqual(all);
  hide('asked');
  expect(stage.rows).toEqual(all.slice(0, 1));
  hide('answered');
  expect(stage.rows).toEqual(all);
  hide('asked');
  // What has changed since the question was asked is not what it shows.
  stage.update(call('c', { content: [{ type: 'content', content: text('other') }] }));
  expect(stage.rows).toEqual([...all.slice(0, 1), '      other']);
  hide('answered');
  const mark = /⟲/;
  stage.update(call('d', { title: 'Next', content: diff }));
  hide('asked', 'd');
  stage.update(chunk('m', '1\n2\n3\n4\n5\n6'));
  hide('answered');
  expect([...stage.terminal.scrollBack, ...stage.terminal.screen].filter((row) => mark.test(row))).toHaveLength(1);
  stage.update(call('e', { title: 'Last', content: diff }), chunk('n', '1\n2\n3'));
  const before = stage.rows;
  hide('asked', 'e');
  expect(stage.rows).toEqual(before);
});

test('notes wrap, and everything comes back when the size changes', () => {
  const stage = new Stage(30, 12);
  stage.conversation.note('a remark that is longer than the row');
  stage.apply({ type: 'prompt_sent', prompt: [text('one two three four five six seven')] as never });
  stage.update(chunk('m', 'the answer'), { sessionUpdate: '_extension', x: 1 });
  const before = stage.rows;
  expect(before[0]).toBe('a remark that is longer than');
  stage.screen.resize({ columns: 20, rows: 12 });
  stage.conversation.layOut(layout(20), 12);
  stage.draw();
  expect(stage.rows).toEqual([
    'a remark that is',
    'longer than the row',
    '❯ one two three four',
    '❯ five six seven',
    '  the answer',
    '  · an update of th…',
  ]);
  stage.screen.resize({ columns: 30, rows: 12 });
  stage.conversation.layOut(layout(30), 12);
  stage.draw();
  expect(stage.rows).toEqual(before);
});

test('a paragraph that grows past the height of the screen stands once in the scroll-back', () => {
  const stage = new Stage(30, 6);
  const words = Array.from({ length: 150 }, (_, index) => `word${index} `);
  for (const word of words) stage.update(chunk('m', word));
  const all = [...stage.terminal.scrollBack, ...stage.terminal.screen].join(' ').trim();
  expect(all.split(/\s+/)).toEqual(words.map((word) => word.trim()));
});

test('all of the last turn can be laid out with its details, also what has scrolled out', () => {
  const stage = new Stage(40, 8);
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  stage.apply({ type: 'prompt_sent', prompt: [text('first')] as never });
  stage.update(chunk('m', 'the first answer'));
  stage.apply({ type: 'prompt_sent', prompt: [text('second')] as never });
  stage.update(call('c', { title: 'Look', content: [{ type: 'content', content: text(lines.join('\n')) }] }));
  stage.update(chunk('n', lines.map((line) => `said ${line}`).join('\n')));
  stage.screen.resize({ columns: 40, rows: 8 });
  const before = stage.terminal.scrollBack.length;
  stage.conversation.layOut({ ...layout(40), isDetailed: true }, 'turn');
  stage.draw();
  const again = [...stage.terminal.scrollBack.slice(before), ...stage.terminal.screen].filter((row) => row !== '');
  expect(again).toEqual([
    '❯ second',
    '  ○ other Look pending',
    ...lines.map((line) => `      ${line}`),
    ...lines.map((line) => `  said ${line}`),
  ]);
});

test('what a session has dropped by its limits stays on the screen and costs nothing more', () => {
  const stage = new Stage(40, 200, { entries: 20, items: 8 });
  for (let index = 0; index < 60; index++) stage.update(call(`c${index}`, { title: `call ${index}` }));
  for (let index = 0; index < 40; index++) stage.update(chunk('m', `${index} `));
  expect(stage.rows.filter((row) => row.includes('call'))).toHaveLength(60);
  expect(stage.rows.slice(60).join(' ').trim().split(/\s+/)).toEqual(
    Array.from({ length: 40 }, (_, index) => String(index)),
  );
});

test('whatever is appended, replaced and cleared, the screen shows only what holds now', () => {
  const step = fc.record({
    message: fc.nat(3),
    how: fc.constantFrom('append', 'append', 'replace', 'clear'),
    lines: fc.integer({ min: 1, max: 7 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 4, max: 9 }), (steps, height) => {
      const stage = new Stage(30, height);
      const holds = new Map<number, string[]>();
      for (const [version, { message, how, lines }] of steps.entries()) {
        const added = Array.from({ length: lines }, (_, index) => `m${message} v${version} l${index}`);
        const id = `m${message}`;
        if (how === 'append') stage.update(chunk(id, `${added.join('\n')}\n`));
        else stage.update(whole(id, how === 'clear' ? '' : `${added.join('\n')}\n`));
        holds.set(message, how === 'append' ? [...(holds.get(message) ?? []), ...added] : how === 'clear' ? [] : added);
        const valid = new Set([...holds.values()].flat().map((line) => `  ${line}`));
        for (const row of stage.rows) if (/^ {2}m\d/.test(row)) expect(valid).toContain(row);
        // Everything that holds can be read, in the scroll-back or on the screen, and in its order.
        const all = [...stage.terminal.scrollBack, ...stage.terminal.screen];
        for (const own of holds.values()) {
          let at = all.length;
          for (const line of own.toReversed()) {
            at = all.lastIndexOf(`  ${line}`, at - 1);
            expect(at).not.toBe(-1);
          }
        }
      }
    }),
    { numRuns: counts({ short: 150, long: 2_000 }) },
  );
});
