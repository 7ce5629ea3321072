import type { RequestId } from '../protocol/base/generated/rpc.ts';

/** Where an elicitation was requested. */
export interface OpenedElicitation {
  readonly sessionId: string;
  readonly requestId: RequestId;
}

/** How many elicitations are remembered; beyond that the oldest are forgotten. */
const most = 1_000;

/** Remembers elicitations by their id, which the notification that one is complete names. */
export class OpenedElicitations {
  readonly #opened: Map<string, OpenedElicitation>;

  constructor(opened: ReadonlyMap<string, OpenedElicitation> = new Map()) {
    this.#opened = new Map(opened);
  }

  /** Returns an independent copy. */
  copy(): OpenedElicitations {
    return new OpenedElicitations(this.#opened);
  }

  /** Remembers an elicitation, if it has an id. */
  opened(elicitationId: unknown, elicitation: OpenedElicitation): void {
    if (typeof elicitationId !== 'string') return;
    this.#opened.set(elicitationId, elicitation);
    if (this.#opened.size > most) this.#opened.delete(this.#opened.keys().next().value as string);
  }

  /** Calls back with the elicitation of an id, if there is one, and forgets it. */
  completed(elicitationId: unknown, over: (elicitation: OpenedElicitation) => void): void {
    const elicitation = this.#opened.get(elicitationId as string);
    if (elicitation === undefined) return;
    this.#opened.delete(elicitationId as string);
    over(elicitation);
  }
}
