import { expect, test } from 'vitest';
import { type CheckOptions, type Kind, usageProblem } from './check-options.ts';

const none: CheckOptions = { only: [], skip: [], timeout: 30_000, jobs: 2, report: [] };

test.each<[Kind, readonly string[], Partial<CheckOptions>, string | undefined]>([
  ['agent', ['a', '--acp'], {}, undefined],
  ['agent', ['a'], { protocol: '1', prompt: '', cwd: '/w' }, undefined],
  ['agent', ['a'], { protocol: 'all' }, undefined],
  ['bridge', ['b', '{agent}'], { protocol: 'june:1', cwd: '/w' }, undefined],
  ['client', ['c', '--agent={agent}'], { script: 's', state: 't' }, undefined],
  ['client', ['c'], { listen: { host: '127.0.0.1', port: 0 } }, undefined],
  ['agent', [], {}, "missing required argument 'COMMAND' after --"],
  ['client', [], {}, "missing required argument 'COMMAND' after --"],
  ['bridge', ['b'], {}, 'the command of a bridge needs {agent} where the command of its agent belongs'],
  [
    'client',
    ['c'],
    {},
    'the command of a client needs {agent} where the command of its agent belongs, or --listen HOST:PORT',
  ],
  ['agent', ['a'], { protocol: 'june:1' }, '--protocol june:1 is a pair, which only emend check bridge has'],
  [
    'bridge',
    ['b', '{agent}'],
    { protocol: 'june:3' },
    "option '--protocol <version>' argument 'june:3' is invalid. Allowed choices are 1, 2, june, november, all, or a pair such as june:1.",
  ],
  [
    'agent',
    ['a'],
    { protocol: 'december' },
    "option '--protocol <version>' argument 'december' is invalid. Allowed choices are 1, 2, june, november, all.",
  ],
  ['bridge', ['b'], { promptSlow: 'x' }, '--prompt-slow is an option of emend check agent, not of emend check bridge'],
  [
    'client',
    ['c'],
    { cwd: '/' },
    '--cwd is an option of emend check agent and emend check bridge, not of emend check client',
  ],
  ['agent', ['a'], { script: 's' }, '--script is an option of emend check client, not of emend check agent'],
])('[CK10] emend check %s -- %j with %j', (kind, command, options, problem) => {
  expect(usageProblem(kind, command, { ...none, ...options })).toBe(problem);
});
