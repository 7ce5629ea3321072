import type { AnyMessage, Stream } from '@agentclientprotocol/sdk/experimental/v2';
import type { Transport } from '@emend/acp';

/** Returns a transport as the official SDK takes it. */
export function streamOver(transport: Transport): Stream {
  const frames = transport.frames[Symbol.asyncIterator]();
  return {
    readable: new ReadableStream<AnyMessage>({
      async pull(controller) {
        const { done, value } = await frames.next();
        if (done === true) return controller.close();
        for (const frame of value) controller.enqueue(JSON.parse(String(frame)));
      },
    }),
    writable: new WritableStream<AnyMessage>({
      write: (message) => transport.send(JSON.stringify(message)),
      close: () => transport.close(),
      abort: () => transport.close(),
    }),
  };
}
