import type { Transport } from '@emend/acp';
import type { Received } from '@emend/acp/transport';
import type { Gate } from './gate.ts';

/** Returns the transport of a client with a gate: what is refused is answered and not delivered. */
export function gatedTransport(transport: Transport, gate: Gate): Transport {
  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    for await (const batch of transport.frames) {
      const passed: Received[] = [];
      for (const frame of batch) {
        const { pass, answer } = typeof frame === 'string' ? gate.fromClient(frame) : { pass: frame };
        if (pass !== undefined) passed.push(pass);
        // A client that does not read its refusals must not send more.
        if (answer !== undefined) await transport.send(answer)?.catch(() => {});
      }
      if (passed.length > 0) yield passed;
    }
  }

  return {
    send(frame) {
      gate.fromAgent(frame);
      return transport.send(frame);
    },
    rewrite: (replace) => transport.rewrite?.(replace),
    frames: { [Symbol.asyncIterator]: frames },
    close: () => transport.close(),
    ...(transport.abort === undefined ? {} : { abort: () => transport.abort?.() }),
  };
}
