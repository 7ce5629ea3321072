// Starts an agent and holds back what it says: a line with the next of the texts to stop at waits until the file of its number is there.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

const [folder, stops, command, ...args] = process.argv.slice(2);
const waiting = JSON.parse(stops);
const agent = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(agent.stdin);

let passed = 0;
for await (const line of createInterface({ input: agent.stdout })) {
  if (passed < waiting.length && line.includes(waiting[passed])) {
    passed++;
    while (!existsSync(join(folder, String(passed)))) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  process.stdout.write(`${line}\n`);
}
