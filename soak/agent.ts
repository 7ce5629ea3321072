/** The agent of the soak: does what the prompt says, including the faults in it. */
import { spawn } from 'node:child_process';
import { agent, serve, type Turn } from '@emend/acp';
import { haveFault } from './agent-faults.ts';
import { openLine, type StartFault } from './agent-line.ts';
import { breakableReads } from './broken-reads.ts';
import { Follower } from './follower.ts';
import { kept } from './memory-watch.ts';
import { chunkText, replacedAt, replacement, type TurnPlan } from './plan.ts';
import { openStore } from './store.ts';

const [folder = '', version = '2', sabotage = '', start = ''] = process.argv.slice(2);
const line = openLine(version === '1' ? 1 : 2, sabotage === 'buffer', start as StartFault | '');
const reads = breakableReads();
const log = await openStore(folder, sabotage === 'forget');
const clock = { offset: 0 };

// A process that leaves the agent's group and session and never ends, so that nobody who ends the agent can find it.
if (sabotage === 'leave-process') {
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true }).unref();
}

/** Deliberate bugs of an agent. The soak must notice each of them, or a run without findings would prove nothing. */
function sabotaged(plan: TurnPlan, index: number): number {
  if (sabotage === 'reorder' && index === 2) return 3;
  if (sabotage === 'lose' && index === 1) return -1;
  return index < plan.chunks ? index : -1;
}

async function endOf({ session }: Turn): Promise<number> {
  return (await log.find(session.id))?.position ?? 0;
}

async function run(turn: Turn): Promise<void> {
  const plan: TurnPlan = JSON.parse(turn.text);
  if (!plan.follows) return say(turn, plan);
  const follower = new Follower(log, turn.session.id, await endOf(turn));
  // When the client has left, the log is closed and missing entries never come.
  const stop = () => follower.stop();
  turn.signal.addEventListener('abort', stop);
  if (turn.signal.aborted) stop();
  try {
    await say(turn, plan);
    await follower.end(await endOf(turn));
  } finally {
    follower.stop();
  }
}

async function say(turn: Turn, plan: TurnPlan): Promise<void> {
  const message = turn.message();
  const call = plan.usesTool ? turn.toolCall({ title: `Tool ${plan.turn}`, kind: 'execute' }) : undefined;
  if (call !== undefined && plan.asks) await turn.requestPermission(call);
  for (let index = 0; index < plan.chunks; index++) {
    if (plan.replaces && index === replacedAt(plan)) await message.set(replacement(plan));
    if (plan.fault !== undefined && index === plan.chunks >> 1)
      await haveFault(plan.fault, turn, { line, log, clock, reads });
    if (sabotage === 'interject' && index === 2) await turn.message().append('something else');
    if (sabotage === 'retract' && index === 2) await message.set(chunkText(plan, 0));
    const at = sabotaged(plan, index);
    if (at >= 0) await message.append(chunkText(plan, at));
    turn.signal.throwIfAborted();
  }
  await call?.finish();
  if (plan.waits) {
    await new Promise((_, reject) => turn.signal.addEventListener('abort', () => reject(turn.signal.reason)));
  }
}

const soaked = agent({
  info: { name: 'soak', version: '1.0.0' },
  sessions: { log, now: () => Date.now() + clock.offset },
  prompt: (turn) => run(turn),
  requests: {
    '_soak/process': () => process.pid,
    '_soak/room': async () => {
      await log.makeRoom();
      return log.refusals;
    },
    '_soak/memory': () => kept(),
    '_soak/failed-reads': () => reads.failures,
    '_soak/slow': async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return 'late';
    },
  },
});

const connection = serve(soaked, line.transport);
await connection.closed;
await log.close();
