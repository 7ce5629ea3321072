import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

const running = { state: 'running' };
const idle = (stopReason?: string) => (stopReason === undefined ? { state: 'idle' } : { state: 'idle', stopReason });

test('[BR140] [N92] an agent that reports work in the background means a snapshot by an idle after an idle', () => {
  const turns = new Turns<string>();
  turns.prompted('a');
  expect(turns.told({ ...idle(), background: [] })).toEqual({ ended: [], untold: [] });
  turns.inserted('a', 'u1');
  expect(turns.told({ ...idle('end_turn'), background: [] })).toEqual({ ended: [], untold: [] });
  turns.told({ ...running, background: [] });
  const end = { ...idle('end_turn'), background: [] };
  expect(turns.told(end)).toEqual({ ended: [{ prompt: 'a', idle: end }], untold: [] });
});

test('[BR140] [N92] what is shown in a replay is not the message of a prompt', () => {
  const turns = new Turns<string>();
  turns.prompted('a');
  turns.replayStarted();
  turns.saw('u1');
  turns.replayEnded();
  turns.told(running);
  turns.told(idle('refusal'));
  // Its message was not seen live before the end of that work.
  expect(turns.inserted('a', 'u1')).toBeUndefined();
  turns.told(running);
  expect(turns.told(idle('end_turn')).ended).toEqual([{ prompt: 'a', idle: idle('end_turn') }]);
});

test('[BR141] [N94] work in the background is reported at each change', () => {
  const turns = new Turns<string>();
  const one = [{ type: 'terminal', terminalId: 't' }];
  const told = (background?: readonly object[] | null) =>
    turns.told(background === undefined ? idle() : { ...idle(), background }).untold;
  expect([told(), told(null), told([]), told(one), told([...one]), told(), told([...one, ...one]), told([])]).toEqual([
    [],
    [],
    [],
    [{ rule: 'background', lost: one }],
    [],
    [],
    [{ rule: 'background', lost: [...one, ...one] }],
    [],
  ]);
});

test('[BR141] [N94] the need for a person is reported unless a question is open', () => {
  const asked = (use: (turns: Turns<string>) => void) => {
    const turns = new Turns<string>();
    turns.prompted('a');
    turns.told(running);
    use(turns);
    return turns.told(running).untold;
  };
  const lost = [{ rule: 'state', lost: 'requires_action' }];
  const needed = { state: 'requires_action' };
  expect(asked((turns) => turns.told(needed))).toEqual(lost);
  expect(asked((turns) => [turns.told(needed), turns.asked()])).toEqual([]);
  expect(asked((turns) => [turns.asked(), turns.told(needed)])).toEqual([]);
  expect(asked((turns) => [turns.asked(), turns.answered(), turns.told(needed)])).toEqual(lost);
  const turns = new Turns<string>();
  turns.prompted('a');
  turns.told(needed);
  expect(turns.finished()).toEqual(lost);
});

test('[BR142] messages of the person are remembered only while a prompt waits for its place, and not without limit', () => {
  const turns = new Turns<string>();
  turns.saw('early');
  turns.prompted('a');
  for (let number = 0; number <= 1000; number++) turns.saw(`u${number}`);
  turns.told(running);
  turns.told(idle('end_turn'));
  // The oldest was forgotten, so the prompt belongs to the work that is to come; the newest is known.
  expect(turns.inserted('a', 'u0')).toBeUndefined();
  turns.prompted('b');
  expect(turns.inserted('b', 'u1000')).toBeUndefined();
  turns.told(running);
  expect(turns.told(idle('refusal')).ended.map(({ prompt }) => prompt)).toEqual(['a', 'b']);
});

test('[BR140] a prompt that is not known is not answered', () => {
  const turns = new Turns<string>();
  expect(turns.inserted('x', 'u1')).toBeUndefined();
  expect(turns.refused('x')).toBe(false);
});
