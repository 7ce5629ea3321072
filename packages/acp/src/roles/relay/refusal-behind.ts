import { notOpenReason, RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';

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
  const isMissing = code === errorCodes.resourceNotFound && isAboutSession;
  // They have it open, and would load it for nothing.
  const isNotOpen = code === errorCodes.invalidRequest && isObject(data) && data['reason'] === notOpenReason;
  if (!isMissing && !isNotOpen) return new RpcError(code, message, data);
  return new RpcError(
    errorCodes.internalError,
    `The agent has lost its session. ${goOn} The agent says: ${message}`,
    isNotOpen ? present({ ...data, reason: undefined }) : data,
  );
}

/** From how many characters on an id is taken for one wherever it is: shorter ones may be words, or numbers of something else. */
const longId = 8;

/** Returns an error whose texts have the id that clients know in place of that of the agent behind. */
function withKnownId({ code, message, data }: RpcError, { behind, known }: SessionIds): RpcError {
  const id = namesOf(behind);
  const renamed = (text: string): string => text.replace(id, () => known);
  const renamedData =
    data === undefined
      ? undefined
      : JSON.parse(JSON.stringify(data), (key, value: unknown) => {
          if (value === behind && /session/i.test(key)) return known;
          return typeof value === 'string' ? renamed(value) : value;
        });
  return new RpcError(code, renamed(message), renamedData);
}

/** Returns what finds an id in a text: in quotes, behind the word "session", or anywhere if it is long. */
function namesOf(behind: string): RegExp {
  const escaped = behind.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  // A part of a word, and the end of "agent's", are none.
  if (behind.length >= longId) return new RegExp(`(?<![\\w-]|\\w['’])${escaped}(?![\\w-])`, 'g');
  const quoted = `(?<=(?<!\\w)["'\`“‘])${escaped}(?=["'\`”’])`;
  const named = `(?<=\\b[Ss]ession(?:[ _-]?[Ii][Dd])?[\\s:=#(]{1,3})${escaped}(?![\\w-])`;
  return new RegExp(`${quoted}|${named}`, 'g');
}
