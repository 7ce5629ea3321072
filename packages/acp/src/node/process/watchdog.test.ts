import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newPath, program, until } from '../test-support/programs.ts';
import { hasLiveMember } from './process-group.ts';

const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
const parent = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'inherit' }); ${stubborn}`;

/** Runs a program in which `launched` starts agents and `asked` waits for us, until it has said that it is ready. */
async function running(source: string) {
  const file = await program(`
    import { launchAgent } from './process/launch-agent.ts';
    const launched = async (source, ...args) => {
      const agent = await launchAgent(process.execPath, ['-e', source + 'console.error("up");', ...args], { graceMilliseconds: 100 });
      await new Promise((resolve) => agent.stderr.once('data', resolve));
      return agent;
    };
    const asked = () => {
      console.log('ready');
      return new Promise((resolve) => process.stdin.once('data', resolve));
    };
    ${source}`);
  const ours = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void ours.kill('SIGKILL'));
  await once(ours.stdout, 'data');
  return ours;
}

/** The children of a process, each of which leads a group, by what they are. */
function childrenOf(pid: number | undefined): {
  readonly agents: readonly number[];
  readonly shells: readonly number[];
} {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'ppid=,pid=,comm='], { encoding: 'utf8' });
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const children = lines.filter(([parentId]) => Number(parentId) === pid);
  const isShell = ([, , name = '']: readonly string[]) => /(^|\/)sh$/.test(name);
  return {
    agents: children.filter((line) => !isShell(line)).map(([, id]) => Number(id)),
    shells: children.filter(isShell).map(([, id]) => Number(id)),
  };
}

describe.skipIf(process.platform === 'win32')('a shell watches over our agents', () => {
  test('when we are killed, they end with everything they started, and who ends by itself has the time for it', async () => {
    const done = newPath();
    const polite = `process.stdin.resume().on('end', () => require('node:fs').writeFileSync(process.argv[1], ''));`;
    const ours = await running(`
      await launched(${JSON.stringify(parent)});
      await asked();
      await launched(${JSON.stringify(stubborn)});
      await launched(${JSON.stringify(polite)}, ${JSON.stringify(done)});
      await asked();`);
    // A watchdog that is killed is replaced at the next occasion.
    const [first] = childrenOf(ours.pid).shells;
    process.kill(first ?? Number.NaN, 'SIGKILL');
    await until(() => childrenOf(ours.pid).shells.length === 0);
    ours.stdin.write('go on\n');
    await once(ours.stdout, 'data');
    const { agents, shells } = childrenOf(ours.pid);
    expect([agents.length, shells.length]).toEqual([3, 1]);
    ours.kill('SIGKILL');
    await until(() => ![...agents, ...shells].some(hasLiveMember));
    expect(existsSync(done)).toBe(true);
  });

  test('an agent does not outlive us either if we are killed as soon as it is started', async () => {
    const file = await program(`
      import { subscribe } from 'node:diagnostics_channel';
      import { writeSync } from 'node:fs';
      import { launchAgent } from './process/launch-agent.ts';
      const children = [];
      subscribe('child_process', ({ process: child }) => children.push(child));
      void launchAgent(process.execPath, ['-e', ${JSON.stringify(stubborn)}]);
      writeSync(1, children.map(({ pid }) => pid).join(' '));
      process.kill(process.pid, 'SIGKILL');`);
    const { stdout, signal } = spawnSync(process.execPath, [file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const groups = stdout.split(' ').map(Number);
    onTestFinished(() => {
      for (const group of groups) if (hasLiveMember(group)) process.kill(-group, 'SIGKILL');
    });
    expect([groups.length, signal]).toEqual([2, 'SIGKILL']);
    await until(() => !groups.some(hasLiveMember));
  });

  test('a command that cannot be run leaves no watchdog behind', async () => {
    const ours = await running(`
      await launchAgent('/', []).catch(() => {});
      const { startProcess } = await import('./process/start-process.ts');
      const place = { cwd: '/', env: {} };
      await startProcess({ file: '/none', args: [], verbatim: false }, place).catch(() => {});
      await asked();
      process.stdin.destroy();`);
    await expect.poll(() => childrenOf(ours.pid)).toEqual({ agents: [], shells: [] });
    const exited = once(ours, 'exit');
    ours.stdin.write('go on\n');
    expect(await exited).toEqual([0, null]);
  });

  test('it ends with the last of them, and does not keep a program alive', async () => {
    const ours = await running(`
      const agents = [await launched(''), await launched('')];
      for (const agent of agents) await agent.close();
      await asked();
      process.stdin.destroy();`);
    const exited = once(ours, 'exit');
    await expect.poll(() => childrenOf(ours.pid)).toEqual({ agents: [], shells: [] });
    ours.stdin.write('go on\n');
    expect(await exited).toEqual([0, null]);
  });

  test('it forgets a command that has ended, and spares whoever has the number of its group next', async () => {
    const stranger = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
    onTestFinished(() => void stranger.kill('SIGKILL'));
    const ours = await running(`
      import { EventEmitter } from 'node:events';
      import { ProcessTree } from './process/process-tree.ts';
      const child = Object.assign(new EventEmitter(), { exitCode: null, signalCode: null });
      const nobody = { hasLiveMember: () => false, liveMembers: () => [], signal: () => {} };
      new ProcessTree(child, ${stranger.pid}, nobody).guard();
      child.exitCode = 0;
      child.emit('exit', 0, null);
      await asked();`);
    const { shells } = childrenOf(ours.pid);
    ours.kill('SIGKILL');
    await until(() => !shells.some(hasLiveMember));
    expect([stranger.exitCode, stranger.signalCode, hasLiveMember(stranger.pid ?? 0)]).toEqual([null, null, true]);
  });

  test.each([
    ['nobody', 'true'],
    ['somebody who holds its output, until they end', 'sleep 1000 & echo $!'],
    ['somebody without its output, until they are looked for', 'sleep 1000 >/dev/null 2>&1 & echo $!'],
  ])('it ends before a terminal is released whose command has left %s', async (_, script) => {
    const ours = await running(`
      import { startProcess } from './process/start-process.ts';
      import { Terminal } from './client-host/terminal.ts';
      import { hasLiveMember } from './process/process-group.ts';
      const until = async (condition) => {
        while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
      };
      const run = async (script) => {
        const place = { cwd: '/', env: process.env };
        const { child, pid, handOver } = await startProcess({ file: '/bin/sh', args: ['-c', script], verbatim: false }, place);
        const terminal = new Terminal(child, pid, 1000);
        handOver();
        await terminal.exited;
        return { text: terminal.text, pid };
      };
      const { text, pid } = await run(${JSON.stringify(script)});
      await asked();
      if (text !== '') process.kill(Number(text), 'SIGKILL');
      await until(() => !hasLiveMember(pid));
      await run('true');
      await asked();`);
    await expect.poll(() => childrenOf(ours.pid).shells.length).toBe(script === 'true' ? 0 : 1);
    ours.stdin.write('go on\n');
    await once(ours.stdout, 'data');
    await expect.poll(() => childrenOf(ours.pid)).toEqual({ agents: [], shells: [] });
  });

  test('it ends with a program that leaves its agent running', async () => {
    const ours = await running(`await launched(${JSON.stringify(stubborn)}); await asked(); process.exit(3);`);
    const { agents, shells } = childrenOf(ours.pid);
    const exited = once(ours, 'exit');
    ours.stdin.write('go on\n');
    expect(await exited).toEqual([3, null]);
    await until(() => ![...agents, ...shells].some(hasLiveMember));
  });
});
