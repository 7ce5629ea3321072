import { type Dialect, dialects as titleOf } from '../../../protocol/dialects.ts';
import { dialectOfAgent } from '../../../protocol/handshake.ts';
import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import { NoHandshakeError } from '../no-handshake-error.ts';
import { PeerLine } from '../peer-line.ts';
import { type StartPeer, startedPeer } from '../started-peer.ts';
import { Judgement } from '../verdict.ts';
import { agentWords } from './agent-words.ts';

/** A dialect that an agent accepts. */
interface AcceptedDialect {
  readonly dialect: Dialect;
  /** The result with which it answered `initialize`, if that completed a handshake of the dialect. */
  readonly initialized: JsonObject | undefined;
}

const grace = { graceMilliseconds: 2_000 };

/**
 * Returns those of the dialects that an agent accepts: it answers a client of that dialect in it. An answer that belongs to no dialect
 * completes a handshake, too; then the first dialect that was answered so is returned, whose checks tell what is wrong.
 */
export async function acceptedDialects(
  start: StartPeer,
  dialects: readonly Dialect[],
  patience: number,
): Promise<readonly AcceptedDialect[]> {
  const accepted: AcceptedDialect[] = [];
  const malformed: AcceptedDialect[] = [];
  let why = 'it answers in none of the dialects';
  for (const dialect of dialects) {
    const line = new PeerLine(startedPeer(await started(start)), { plays: 'client', patience });
    try {
      const { result, error } = await line.request('initialize', agentWords[dialect].initialize());
      const answered = error === undefined ? dialectOfAgent(result) : undefined;
      if (answered === dialect && isObject(result)) accepted.push({ dialect, initialized: result });
      else if (error !== undefined) why = `it answers initialize with the error ${error['code']}: ${error['message']}`;
      else if (answered !== undefined) why = `it answers in ${titleOf[answered].title}`;
      else malformed.push({ dialect, initialized: undefined });
    } catch (failure) {
      if (!(failure instanceof Judgement)) throw failure;
      why = isClient(line) ? 'it sends initialize itself, so it is a client and not an agent' : failure.message;
      // What says nothing to one client says nothing to the next, and each silence is long.
      if (!line.isOver && accepted.length === 0 && malformed.length === 0) break;
    } finally {
      await line.close();
    }
  }
  if (accepted.length === 0 && malformed.length > 0) return malformed.slice(0, 1);
  if (accepted.length === 0) throw new NoHandshakeError(`The agent completed no handshake: ${why}.`);
  return accepted;
}

/** Returns whether a peer does what only clients do. */
function isClient({ frames, peerSide }: PeerLine): boolean {
  return frames.some(
    ({ from, message }) => from === peerSide && isObject(message) && message['method'] === 'initialize',
  );
}

async function started(start: StartPeer) {
  try {
    return await start(grace);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new NoHandshakeError(`The agent could not be started: ${why}`, { cause });
  }
}
