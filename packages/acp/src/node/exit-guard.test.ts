import { spawn } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { hasLiveMember } from './process-group.ts';
import { program, until } from './test-support/programs.ts';

const client = (ending: string) => `
  import { launchAgent } from './launch-agent.ts';
  // An agent that ends for nothing but SIGKILL, as does what it started.
  const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
  const source = stubborn + \`require('node:child_process').spawn(process.execPath, ['-e', \${JSON.stringify(stubborn)}], { stdio: 'inherit' }); console.error('up'); process.stdin.on('data', () => console.error('here'));\`;
  const agent = await launchAgent(process.execPath, ['-e', source]);
  agent.stderr.once('data', () => {
    process.stdout.write(agent.pid + '\\n');
    ${ending}
  });
`;

async function endingOf(source: string) {
  const child = spawn(process.execPath, [await program(client(source))], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more) => {
    text += more;
  });
  await until(() => text.includes('\n'));
  const pid = Number(text);
  const ended = await exited;
  await until(() => !hasLiveMember(pid));
  return ended;
}

describe('when our own process ends, so does the agent with everything it started', () => {
  test.each([
    ['by itself', 'setTimeout(() => process.exit(4), 50);', 4],
    ['by an uncaught exception', "setTimeout(() => { throw new Error('bug'); }, 50);", 1],
    ['by an unhandled rejection', "setTimeout(() => Promise.reject(new Error('bug')), 50);", 1],
    ['by SIGTERM', "setTimeout(() => process.kill(process.pid, 'SIGTERM'), 50);", 'SIGTERM'],
    ['by SIGINT', "setTimeout(() => process.kill(process.pid, 'SIGINT'), 50);", 'SIGINT'],
    [
      'by SIGTERM which it handles itself',
      // Until the program ends, the agent is still there to answer.
      `process.on('SIGTERM', () => {
         agent.stderr.on('data', () => process.exit(5));
         agent.exited.then(() => process.exit(6));
         agent.transport.send('{}');
       });
       setTimeout(() => process.kill(process.pid, 'SIGTERM'), 50);`,
      5,
    ],
  ])('%s', async (_, source, ended) => {
    expect(await endingOf(source)).toBe(ended);
  });
});
