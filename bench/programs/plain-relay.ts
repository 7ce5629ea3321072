import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

// What a bridge costs at least: reads each line as JSON and writes it again, both ways, and looks at nothing.
const [command = '', ...args] = process.argv.slice(2);
const agent = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });

function relay(from: Readable, to: Writable): void {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    let out = '';
    for (const line of lines) out += `${JSON.stringify(JSON.parse(line))}\n`;
    if (out !== '' && !to.write(out)) {
      from.pause();
      to.once('drain', () => from.resume());
    }
  });
  from.once('end', () => to.end());
}

relay(process.stdin, agent.stdin);
relay(agent.stdout, process.stdout);
