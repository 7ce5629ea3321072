import type { Dialect } from '../../../protocol/dialects.ts';
import { dialectOfAgent } from '../../../protocol/handshake.ts';
import { NoHandshakeError } from '../no-handshake-error.ts';
import { PeerLine } from '../peer-line.ts';
import { type StartPeer, startedPeer } from '../started-peer.ts';
import { Judgement } from '../verdict.ts';
import { agentWords } from './agent-words.ts';

const grace = { graceMilliseconds: 2_000 };

/** Returns those of the dialects that an agent accepts: it answers a client of that dialect in it. */
export async function acceptedDialects(
  start: StartPeer,
  dialects: readonly Dialect[],
  patience: number,
): Promise<readonly Dialect[]> {
  const accepted: Dialect[] = [];
  let why = 'it answers in none of the dialects';
  for (const dialect of dialects) {
    const line = new PeerLine(startedPeer(await started(start)), { plays: 'client', patience });
    try {
      const { result, error } = await line.request('initialize', agentWords[dialect].initialize());
      if (error === undefined && dialectOfAgent(result) === dialect) accepted.push(dialect);
      else if (error !== undefined) why = `it answers initialize with the error ${error['code']}: ${error['message']}`;
    } catch (failure) {
      if (!(failure instanceof Judgement)) throw failure;
      why = failure.message;
    } finally {
      await line.close();
    }
  }
  if (accepted.length === 0) throw new NoHandshakeError(`The agent completed no handshake: ${why}.`);
  return accepted;
}

async function started(start: StartPeer) {
  try {
    return await start(grace);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new NoHandshakeError(`The agent could not be started: ${why}`, { cause });
  }
}
