import { expect, test } from 'vitest';
import type { CheckOptions } from './check-options.ts';
import { repeatLine } from './repeat-line.ts';

const none: CheckOptions = { only: ['x'], skip: ['y'], timeout: 30_000, jobs: 7, report: [] };
const ids = ['session.list', 'session.list-bad-cursor', 'session.new'];

test('[CK3] a check is repeated alone, although its name begins that of another', () => {
  const check = { id: 'session.list', dialect: 'june' };
  expect(repeatLine('agent', check, none, ['my-agent', '--acp'], ids)).toBe(
    'emend check agent --protocol june --only session.list --skip session.list-bad-cursor -- my-agent --acp',
  );
});

test('[CK3] the options that can change a verdict come with it, quoted for a shell', () => {
  const options: CheckOptions = {
    ...none,
    prompt: "don't",
    promptTool: 'read $HOME',
    promptPermission: '',
    promptSlow: 'slow',
    timeout: 1_500,
    cwd: '/a b',
  };
  expect(repeatLine('agent', { id: 'session.new', dialect: '1' }, options, ['a b', '*\x1b'], ids)).toBe(
    "emend check agent --protocol 1 --only session.new --prompt 'don'\\''t' --prompt-tool 'read $HOME' --prompt-permission '' --prompt-slow slow --timeout 1.5 --cwd '/a b' -- 'a b' '*␛'",
  );
  const ofClient = { ...none, script: 'drive it', listen: { host: '::1', port: 80 }, state: 'fold' };
  expect(repeatLine('client', { id: 'x', dialect: 'november' }, ofClient, [], ids)).toBe(
    "emend check client --protocol november --only x --script 'drive it' --listen '[::1]:80' --state fold",
  );
  expect(repeatLine('bridge', { id: 'x', dialect: 'june:1' }, none, ['b', '{agent}', '--a={agent}'], ids)).toBe(
    "emend check bridge --protocol june:1 --only x -- b {agent} '--a={agent}'",
  );
});
