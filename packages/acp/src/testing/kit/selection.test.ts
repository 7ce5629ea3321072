import { expect, test } from 'vitest';
import { selected } from './selection.ts';

const checks = [
  { id: 'prompt.one-answer', title: 'a prompt is answered once.', requirements: { v1: ['A32'], june: ['A32'] } },
  { id: 'prompt.order', title: 'updates are in order.', requirements: { june: ['A3'] } },
  { id: 'cancel.twice', title: 'a second cancel changes nothing.', requirements: { november: ['N28'] } },
];
const idsOf = (only: readonly string[], skip: readonly string[] = []) =>
  selected(checks, { only, skip }).map(({ id }) => id);

test.each([
  ['nothing', [], [], ['prompt.one-answer', 'prompt.order', 'cancel.twice']],
  ['the beginning of a name', ['prompt'], [], ['prompt.one-answer', 'prompt.order']],
  ['a star', ['*.t*ce'], [], ['cancel.twice']],
  ['a rule, exactly', ['A3'], [], ['prompt.order']],
  ['several', ['N28', 'prompt.order'], [], ['prompt.order', 'cancel.twice']],
  ['what is skipped', [], ['prompt'], ['cancel.twice']],
  ['both', ['prompt'], ['A32'], ['prompt.order']],
])('a selection by %s', (_, only, skip, expected) => {
  expect(idsOf(only, skip)).toEqual(expected);
});

test.each(['A', 'session', '*.x', '(', 'toString'])('a pattern that names nothing is refused: %s', (pattern) => {
  expect(() => idsOf([pattern])).toThrow(new RangeError(`No check is named '${pattern}'.`));
  expect(() => idsOf([], [pattern])).toThrow(new RangeError(`No check is named '${pattern}'.`));
});

test.each([
  ['prompts', 'prompt'],
  ['canel.twice', 'cancel.twice'],
  ['Twice', 'cancel.twice'],
  ['one-answers', undefined],
  ['updates', 'prompt.order'],
  ['er*', undefined],
  ['answer', 'prompt.one-answer'],
  ['second cancel', 'cancel.twice'],
])('for %s, what is meant most likely is proposed: %s', (pattern, proposal) => {
  const words = proposal === undefined ? '' : ` Did you mean ${proposal}?`;
  expect(() => idsOf([pattern])).toThrow(new RangeError(`No check is named '${pattern}'.${words}`));
});
