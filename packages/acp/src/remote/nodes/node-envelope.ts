/** What two nodes say to each other. A channel carries the messages of one client, and is named by a number. */
export type NodeEnvelope =
  /** A client is passed on: its messages follow on a new channel. `principal` is whom the node takes it for. */
  | { readonly type: 'open'; readonly channel: number; readonly principal: string }
  /** A message for the same text on each of these channels. */
  | { readonly type: 'frame'; readonly channels: readonly number[]; readonly frame: string }
  /** A channel is over. */
  | { readonly type: 'end'; readonly channel: number; readonly reason: string }
  /** The other side shall wait with messages on a channel, and go on. */
  | { readonly type: 'full' | 'room'; readonly channel: number }
  /** Asks for a sign of life, and gives one. */
  | { readonly type: 'ping' | 'pong'; readonly channel?: undefined };

const start = '{"jsonrpc":"2.0","method":"_emend/node/';
const framed = /^\{"jsonrpc":"2\.0","method":"_emend\/node\/frame","params":\{"channels":\[([\d,]+)\],"frame":/;

/** Returns an envelope as a notification, which any transport carries. A message inside stands there as it is, without being parsed. */
export function envelopeText(envelope: NodeEnvelope): string {
  const { type, ...params } = envelope;
  if (envelope.type !== 'frame') return `${start}${type}","params":${JSON.stringify(params)}}`;
  return `${start}frame","params":{"channels":[${envelope.channels.join(',')}],"frame":${envelope.frame}}}`;
}

/** Reads an envelope; undefined if it is none, or one of a later version. */
export function readEnvelope(text: string): NodeEnvelope | undefined {
  if (!text.startsWith(start)) return undefined;
  const frame = framed.exec(text);
  if (frame !== null) {
    const channels = (frame[1] as string).split(',').map(Number);
    return { type: 'frame', channels, frame: text.slice(frame[0].length, -2) };
  }
  const { method, params } = JSON.parse(text) as { method: string; params: Readonly<Record<string, unknown>> };
  const type = method.slice('_emend/node/'.length);
  const { channel, principal, reason } = params;
  if (type === 'ping' || type === 'pong') return { type };
  if (typeof channel !== 'number') return undefined;
  if (type === 'full' || type === 'room') return { type, channel };
  if (type === 'end') return { type, channel, reason: String(reason) };
  return type === 'open' && typeof principal === 'string' ? { type, channel, principal } : undefined;
}

/**
 * Rewrites a message inside an envelope that goes to a channel; see `Transport.rewrite`. What is taken away from the channel stays for the
 * others, which may have nothing else of it.
 */
export function rewrittenEnvelope(
  text: string,
  channel: number,
  replace: (frame: string) => string | null | undefined,
): string | null | undefined {
  const envelope = readEnvelope(text);
  if (envelope?.type !== 'frame' || !envelope.channels.includes(channel)) return undefined;
  const frame = replace(envelope.frame);
  if (frame === undefined) return undefined;
  if (frame !== null) return envelopeText({ ...envelope, frame });
  const channels = envelope.channels.filter((each) => each !== channel);
  return channels.length === 0 ? null : envelopeText({ ...envelope, channels });
}

/** The first message to another node, as every server expects it. */
export const nodeGreeting =
  '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"_meta":{"emend/node":1}}}';

/** The answer to it. */
export const nodeWelcome = '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"_meta":{"emend/node":1}}}';
