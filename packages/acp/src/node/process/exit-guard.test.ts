import { spawn } from 'node:child_process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { program, until } from '../test-support/programs.ts';
import { hasLiveMember } from './process-group.ts';

// An agent that ends for nothing but SIGKILL, as does what it started.
const stubborn = "process.on('SIGTERM', () => {}); process.on('SIGINT', () => {}); setInterval(() => {}, 1000);";
const agentSource = `${stubborn} require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'inherit' }); console.error('up'); process.stdin.on('data', () => console.error('here'));`;

/** A program that starts an agent, waits for it, prints its process id and does something then. */
const client = (before: string, then: string) => `
  import { launchAgent } from './process/launch-agent.ts';
  const launched = async (launch) => {
    const agent = await launch(process.execPath, ['-e', ${JSON.stringify(agentSource)}], { graceMilliseconds: 100 });
    await new Promise((resolve) => agent.stderr.once('data', resolve));
    process.stdout.write(agent.pid + '\\n');
    return agent;
  };
  ${before}
  const agent = await launched(launchAgent);
  ${then}
`;

/** How a program ends, and what it printed beside the ids of its agents, of which none is left. */
async function endingOf(then: string, before = '') {
  const file = await program(client(before, then));
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more) => {
    text += more;
  });
  const ended = await new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
  const lines = text.split('\n').filter((line) => line !== '');
  const pids = lines.filter((line) => /^\d+$/.test(line)).map(Number);
  await until(() => !pids.some(hasLiveMember));
  return { ended, agents: pids.length, said: lines.filter((line) => !/^\d+$/.test(line)) };
}

const signalled = (signal: string) => `setTimeout(() => process.kill(process.pid, '${signal}'), 20);`;

describe('when our own process ends, so does the agent with everything it started', () => {
  test.each([
    ['by itself', 'setTimeout(() => process.exit(4), 20);', 4],
    ['by an uncaught exception', "setTimeout(() => { throw new Error('bug'); }, 20);", 1],
    ['by an unhandled rejection', "setTimeout(() => Promise.reject(new Error('bug')), 20);", 1],
    ['by SIGTERM', signalled('SIGTERM'), 'SIGTERM'],
    ['by SIGINT', signalled('SIGINT'), 'SIGINT'],
    ['by SIGHUP', signalled('SIGHUP'), 'SIGHUP'],
  ])('%s', async (_, source, ended) => {
    expect(await endingOf(source)).toEqual({ ended, agents: 1, said: [] });
  });
});

describe('a signal ends the process although others in it leave the signal to us', () => {
  const hook = `
    import { onExit } from 'signal-exit';
    const watch = () => onExit((code, signal) => void process.stdout.write('hook ' + code + ' ' + signal + '\\n'));`;

  test.each([
    ['SIGINT', 'loaded before the agent was started', `${hook} watch();`, ''],
    ['SIGTERM', 'loaded afterwards', hook, 'watch();'],
    ['SIGHUP', 'loaded and unloaded again, for another to come', `${hook} watch()();`, 'watch();'],
  ])('%s with signal-exit, %s', async (signal, _, before, after) => {
    expect(await endingOf(after + signalled(signal), before)).toEqual({
      ended: signal,
      agents: 1,
      said: [`hook null ${signal}`],
    });
  });

  test.each([
    ['SIGINT', 'the other first', 'await launched(other.launchAgent);', ''],
    ['SIGTERM', 'the other second', '', 'await launched(other.launchAgent);'],
    ['SIGHUP', 'the other without an agent by then', 'await (await launched(other.launchAgent)).close();', ''],
  ])('%s with two copies of this library, %s', async (signal, _, before, after) => {
    const copy = await program("export { launchAgent } from './process/launch-agent.ts';");
    const other = `const other = await import(${JSON.stringify(copy)});`;
    expect(await endingOf(after + signalled(signal), other + before)).toEqual({ ended: signal, agents: 2, said: [] });
  });

  test('with both, whoever comes and goes', async () => {
    const copy = await program("export { launchAgent } from './process/launch-agent.ts';");
    const source = `
      const other = await import(${JSON.stringify(copy)});
      const unwatch = watch();
      await launched(other.launchAgent);
      unwatch();
      const handler = () => {};
      process.on('SIGTERM', handler);
      watch();
      process.off('SIGTERM', handler);
      ${signalled('SIGTERM')}`;
    expect(await endingOf(source, hook)).toEqual({ ended: 'SIGTERM', agents: 2, said: ['hook null SIGTERM'] });
  });
});

describe("a program's own handler decides what a signal means", () => {
  // Until the program ends, the agent is still there to answer.
  const asking = (method: 'on' | 'once') => `process.${method}('SIGTERM', () => {
    agent.stderr.on('data', () => process.exit(5));
    agent.exited.then(() => process.exit(6));
    agent.transport.send('{}');
  });`;

  test.each([
    ['alone', asking('on'), ''],
    ['called once', asking('once'), ''],
    ['beside signal-exit', asking('on'), "import { onExit } from 'signal-exit'; onExit(() => {});"],
  ])('%s', async (_, after, before) => {
    expect(await endingOf(after + signalled('SIGTERM'), before)).toEqual({ ended: 5, agents: 1, said: [] });
  });

  test('set before the agent was started', async () => {
    const handler = `process.on('SIGTERM', () => setTimeout(() => process.exit(7), 20));`;
    expect(await endingOf(signalled('SIGTERM'), handler)).toEqual({ ended: 7, agents: 1, said: [] });
  });

  test('and once it is gone, the signal ends the process again', async () => {
    const source = `process.once('SIGTERM', () => {
      process.stdout.write('first\\n');
      process.kill(process.pid, 'SIGTERM');
    });`;
    expect(await endingOf(source + signalled('SIGTERM'))).toEqual({ ended: 'SIGTERM', agents: 1, said: ['first'] });
  });
});
