export { FrameQueue } from './frame-queue.ts';
export { LineSplitter } from './line-splitter.ts';
export { LineWriter, type OnWritten, type Write } from './line-writer.ts';
export { type MemoryPairOptions, memoryPair } from './memory-pair.ts';
export { type Observer, tap } from './tap.ts';
export {
  type BrokenFrame,
  DEFAULT_HIGH_WATER,
  DEFAULT_MAX_FRAME_BYTES,
  EXCERPT_BYTES,
  type Received,
  type Transport,
} from './transport.ts';
export { type WebSocketLike, type WebSocketOptions, webSocket } from './web-socket.ts';
export { type ByteStreams, type LineOptions, webStreams } from './web-streams.ts';
