import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';

/** The ids of one session. */
interface SessionIds {
  /** The one that the agent behind gave it. */
  readonly behind: string;
  /** The one that clients know. */
  readonly known: string;
}

const goOn = 'The history can still be read; go on in a new session.';

/** Returns the error for clients when the agent behind refused to take up its session again. */
export function refusalToRestore(error: RpcError, ids: SessionIds): RpcError {
  const { code, message, data } = withKnownId(error, ids);
  if (code !== errorCodes.resourceNotFound)
    return new RpcError(code, `The agent has ended, and did not take up the session again: ${message}`, data);
  const why = `The agent has ended, and did not find its session again. ${goOn} The agent says: ${message}`;
  return new RpcError(errorCodes.internalError, why, data);
}

/** Returns the error for clients when the agent behind refused a request of the protocol about its session. */
export function refusalOfSession(error: RpcError, ids: SessionIds): RpcError {
  const { code, message, data } = refusalOfOther(error, ids);
  if (code !== errorCodes.resourceNotFound) return new RpcError(code, message, data);
  return new RpcError(errorCodes.internalError, `The agent did not find something: ${message}`, data);
}

/** Returns the error for clients when the agent behind refused a request that this library does not know. */
export function refusalOfOther(error: RpcError, ids: SessionIds): RpcError {
  const { code, message, data } = withKnownId(error, ids);
  const isAboutSession = message !== error.message || JSON.stringify(data) !== JSON.stringify(error.data);
  // Clients take this code for the end of a session, and this one is there; other things may well be missing.
  if (code !== errorCodes.resourceNotFound || !isAboutSession) return new RpcError(code, message, data);
  return new RpcError(
    errorCodes.internalError,
    `The agent has lost its session. ${goOn} The agent says: ${message}`,
    data,
  );
}

/** Returns an error whose texts have the id that clients know in place of that of the agent behind. */
function withKnownId({ code, message, data }: RpcError, { behind, known }: SessionIds): RpcError {
  const escaped = behind.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  // Ids can be as short as a letter: a part of a word, and the end of "agent's", are none.
  const id = new RegExp(`(?<![\\w-]|\\w['’])${escaped}(?![\\w-])`, 'g');
  const renamed = (text: string): string => text.replace(id, () => known);
  const renamedData =
    data === undefined
      ? undefined
      : JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
          typeof value === 'string' ? renamed(value) : value,
        );
  return new RpcError(code, renamed(message), renamedData);
}
