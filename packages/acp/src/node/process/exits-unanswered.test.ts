import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newPath, plainAgent, until } from '../test-support/programs.ts';
import { AgentStarter } from './agent-starter.ts';
import { hasLiveMember } from './process-group.ts';
import { spawnAgent } from './spawn-agent.ts';

const quick = { graceMilliseconds: 300 };

/** An agent that notes its process in a file and does something with `initialize`. */
const noting = (onInitialize: string) => `${plainAgent}
  require('node:fs').appendFileSync(process.argv[1], process.pid + '\\n');
  const onMessage = ({ id, params }) => { ${onInitialize} };`;

const startsIn = (file: string): number[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];

const leavesV2 = (how: string) =>
  noting(`if (params.protocolVersion !== 1) ${how};
    else send({ id, result: { protocolVersion: 1, agentCapabilities: {}, agentInfo: { name: 'old', version: '1' } } });`);

test.each([
  ['exits', 'process.exit(1)'],
  ['says something that is no message and exits', "process.stdout.write('bye\\n', () => process.exit(0))"],
  ['is ended by a signal', "process.kill(process.pid, 'SIGKILL')"],
])('[RO39] an agent that %s when it is asked for v2 is started again and asked for v1', async (_, how) => {
  const file = newPath();
  await using agent = await spawnAgent(process.execPath, ['-e', leavesV2(how), file], quick);
  expect(agent.info).toEqual({ name: 'old', version: '1' });
  expect(startsIn(file)).toHaveLength(2);
  expect(agent.process.pid).toBe(startsIn(file)[1]);
});

test('[RO39] one that exits whatever it is asked is started twice, and its own words are reported', async () => {
  const file = newPath();
  const source = noting("process.stderr.write('no licence\\n', () => process.exit(4))");
  await expect(spawnAgent(process.execPath, ['-e', source, file], quick)).rejects.toMatchObject({
    name: 'ConnectionError',
    reason: 'exited',
    exitCode: 4,
    stderrTail: 'no licence\n',
  });
  expect(startsIn(file)).toHaveLength(2);
});

test('[RO39] one that is given up before it has answered is not started again', async () => {
  const file = newPath();
  const patience = new AbortController();
  const source = noting("require('node:fs').appendFileSync(process.argv[1] + '.asked', '')");
  const starting = spawnAgent(process.execPath, ['-e', source, file], { ...quick, signal: patience.signal });
  const failed = starting.catch((error: unknown) => error);
  await until(() => existsSync(`${file}.asked`));
  patience.abort();
  expect(await failed).toMatchObject({ name: 'ConnectionError', reason: 'not-started' });
  await until(() => !startsIn(file).some(hasLiveMember));
  expect(startsIn(file)).toHaveLength(1);
});

test('[RO39] a starter whose start-up has failed starts nothing more', async () => {
  const file = newPath();
  const starter = new AgentStarter(process.execPath, ['-e', noting(''), file], quick);
  const { pid, exited } = await starter.start();
  await expect(starter.startUp(Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(starter.start()).rejects.toMatchObject({ name: 'ConnectionError', reason: 'not-started' });
  await exited;
  expect(starter.process?.pid).toBe(pid);
});
