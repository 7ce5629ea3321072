import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import type { Received, Transport } from '../../../transport/transport.ts';

/** What passes in place of a message: messages, or lines that are none. */
export type Passed = readonly (JsonObject | string)[];

/** How what passes a transport is changed; what has no rule passes as it is. */
export interface Alteration {
  /** Changes a message that is received. */
  readonly received?: (message: JsonObject, transport: Transport) => Passed;
  /** Changes a message that is sent. */
  readonly sent?: (message: JsonObject, transport: Transport) => Passed;
}

/** Returns a transport that passes something else than it is given. */
export function altered(transport: Transport, { received, sent }: Alteration): Transport {
  return {
    send(frame) {
      let waits: Promise<void> | undefined;
      for (const given of changed(frame, sent, transport)) waits = transport.send(given) ?? waits;
      return waits;
    },
    frames: read(transport, received),
    close: () => transport.close(),
  };
}

async function* read(transport: Transport, rule: Alteration['received']): AsyncGenerator<readonly Received[]> {
  for await (const batch of transport.frames)
    yield batch.flatMap((frame): Received[] => (typeof frame === 'string' ? changed(frame, rule, transport) : [frame]));
}

function changed(frame: string, rule: Alteration['received'], transport: Transport): string[] {
  const message = rule === undefined ? undefined : parsed(frame);
  if (rule === undefined || !isObject(message)) return [frame];
  return rule(message, transport).map((given) => (typeof given === 'string' ? given : JSON.stringify(given)));
}

function parsed(frame: string): unknown {
  try {
    return JSON.parse(frame);
  } catch {
    return undefined;
  }
}

/** Returns a message with other params. */
export function withParams(message: JsonObject, change: (params: JsonObject) => JsonObject): JsonObject {
  return isObject(message['params']) ? { ...message, params: change(message['params']) } : message;
}

/** Returns a message with another result. */
export function withResult(message: JsonObject, change: (result: JsonObject) => JsonObject): JsonObject {
  return isObject(message['result']) ? { ...message, result: change(message['result']) } : message;
}

/** Returns the update in a message, if it is one. */
export function updateIn(message: JsonObject): JsonObject | undefined {
  const { method, params } = message;
  if (method !== 'session/update' || !isObject(params) || !isObject(params['update'])) return undefined;
  return params['update'];
}

/** Returns a message with another update. */
export function withUpdate(message: JsonObject, change: (update: JsonObject) => JsonObject): JsonObject {
  const update = updateIn(message);
  return update === undefined ? message : withParams(message, (params) => ({ ...params, update: change(update) }));
}
