import type * as sdk from '@agentclientprotocol/sdk/experimental/v2';
import type { Transport } from '../../../transport/transport.ts';

/** Returns a stream of the official library over a transport of ours. */
export function streamOver(transport: Transport): sdk.Stream {
  const frames = transport.frames[Symbol.asyncIterator]();
  const readable = new ReadableStream<sdk.AnyMessage>({
    async pull(controller) {
      const { done, value } = await frames.next();
      if (done === true) controller.close();
      else for (const frame of value) controller.enqueue(JSON.parse(String(frame)));
    },
  });
  const writable = new WritableStream<sdk.AnyMessage>({
    async write(message) {
      await transport.send(JSON.stringify(message));
    },
  });
  return { readable, writable };
}
