import { type HandlerContext, RequestContext } from './handler-context.ts';

/** What holds up the queue: the handler of a notification, the number of running requests, or code that awaits an answer. */
export type Holder = HandlerContext | 'running' | 'answer';

/** Asks to handle nothing further until `released` settles. */
export interface Hold {
  readonly holder: Holder;
  readonly released: Promise<void>;
}

/** Returns whether a holder waits for the answer to a request that was made through this context. */
export function isAwaitedBy(holder: Holder, context: HandlerContext | undefined): boolean {
  return holder === 'running' ? context instanceof RequestContext : context !== undefined && context === holder;
}
