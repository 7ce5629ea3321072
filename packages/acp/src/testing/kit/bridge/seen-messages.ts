import { type Dialect, dialects } from '../../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import { formatIssue } from '../../../protocol/reading/issue.ts';
import type { TypeReader } from '../../../protocol/reading/method.ts';
import { updateOf } from '../agent/agent-line.ts';
import { isAnswer, type PeerLine } from '../peer-line.ts';
import type { SeenFrame } from '../verdict.ts';

/** Returns the frames that the bridge has sent on a connection, from a place on. */
export function fromBridge(line: PeerLine, from = 0): SeenFrame[] {
  return line.frames.slice(from).filter((frame) => frame.from === line.peerSide);
}

/** Waits for a frame of the bridge that meets a condition, or returns the one that has come already. */
export async function seen(
  line: PeerLine,
  isMet: (frame: SeenFrame) => boolean,
  what: string,
  from = 0,
): Promise<SeenFrame> {
  return fromBridge(line, from).find(isMet) ?? line.next((frame) => isMet(frame), what);
}

/** Returns whether a frame has a method. */
export function hasMethod(method: string): (frame: SeenFrame) => boolean {
  return ({ message }) => isObject(message) && message['method'] === method;
}

/** Returns the params of a request or notification. */
export function paramsOf({ message }: SeenFrame): JsonObject {
  return isObject(message) && isObject(message['params']) ? message['params'] : {};
}

/** Returns the answers that the bridge has given to a request of the kit. */
export function answersTo(line: PeerLine, id: unknown): SeenFrame[] {
  return fromBridge(line).filter(({ message }) => isAnswer(message) && message['id'] === id);
}

/** Returns the updates that the client has got of a session, without their frames. */
export function updatesIn(frames: readonly SeenFrame[], tag?: string): JsonObject[] {
  return frames.flatMap((frame) => {
    const update = updateOf(frame)?.update;
    return update === undefined || (tag !== undefined && update['sessionUpdate'] !== tag) ? [] : [update];
  });
}

/** Returns every text in a value, in order, however deep it stands. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns whether a text stands in some form in what was received: in one piece, or in pieces one after the other. */
export function holdsText(frames: readonly SeenFrame[], text: string): boolean {
  return textsIn(frames.map(({ message }) => message))
    .join('')
    .includes(text);
}

/** Returns whether a value has everything that another has; objects in it may have more. */
export function hasAll(value: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    if (!Array.isArray(value) || value.length !== expected.length) return false;
    return expected.every((item, index) => hasAll(value[index], item));
  }
  if (!isObject(expected)) return value === expected;
  return isObject(value) && Object.entries(expected).every(([key, part]) => hasAll(value[key], part));
}

/** The updates that one dialect has and another does not, although its reader takes them for something unknown. */
const foreign: Readonly<Record<Dialect, readonly string[]>> = {
  v1: ['user_message', 'agent_message', 'agent_thought', 'tool_call_content_chunk', 'plan_update', 'state_update'],
  june: ['tool_call', 'plan', 'current_mode_update', 'state_update', 'terminal_update', 'terminal_output_chunk'],
  november: ['tool_call', 'plan', 'current_mode_update'],
};

/** Returns what is wrong with a message in a dialect, in words; `undefined` if nothing is. */
export function problemIn(dialect: Dialect, frame: SeenFrame, answered?: string): string | undefined {
  const { message, text } = frame;
  if (!isObject(message)) return Array.isArray(message) ? undefined : `it is no message: ${text ?? String(message)}`;
  if (message['jsonrpc'] !== '2.0') return 'it does not say "jsonrpc": "2.0"';
  const { method, params, result } = message;
  const { methods, sessionUpdate } = dialects[dialect];
  if (typeof method !== 'string')
    return answered === undefined || result === undefined ? undefined : issues(methods[answered]?.result, result);
  const tag = updateOf(frame)?.update['sessionUpdate'];
  if (typeof tag === 'string' && foreign[dialect].includes(tag)) return `${dialects[dialect].title} has no ${tag}`;
  return issues(method === 'session/update' ? sessionUpdate : methods[method]?.params, params ?? {});
}

function issues(reader: TypeReader | undefined, value: unknown): string | undefined {
  const read = reader?.decode(value, 'lenient');
  return read === undefined || read.ok ? undefined : read.issues.map(formatIssue).join(', ');
}
