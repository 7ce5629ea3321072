import type { Transport } from '@emend/acp';
import type { Received } from '@emend/acp/transport';
import type { PermissionRules } from './permission-rules.ts';

/** Returns the transport of a client whose permission requests are answered by rules, where these decide. */
export function decidedTransport(transport: Transport, rules: PermissionRules): Transport {
  const replies: string[] = [];
  let wake = (): void => {};

  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    const source = transport.frames[Symbol.asyncIterator]();
    let next: Promise<IteratorResult<readonly Received[], unknown>> | undefined;
    try {
      for (;;) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        next ??= source.next();
        if (replies.length === 0) await Promise.race([next, woken]);
        if (replies.length > 0) {
          yield replies.splice(0);
          continue;
        }
        const { done, value } = await next;
        if (done === true) return undefined;
        next = undefined;
        for (const frame of value) if (typeof frame === 'string') rules.fromClient(frame);
        yield value;
      }
    } finally {
      await source.return?.(undefined);
    }
  }

  return {
    send(frame) {
      const decided = rules.fromAgent(frame);
      replies.push(...decided.replies);
      if (decided.replies.length > 0) wake();
      return decided.pass === undefined ? undefined : transport.send(decided.pass);
    },
    rewrite: (replace) => transport.rewrite?.(replace),
    frames: { [Symbol.asyncIterator]: frames },
    close: () => transport.close(),
    ...(transport.abort === undefined ? {} : { abort: () => transport.abort?.() }),
  };
}
