import type { Clock } from '../wire/clock.ts';

/** How long a ticket is valid, in milliseconds. */
export const TICKET_LIFETIME = 30_000;

/** The most unused tickets, in all and of one principal. */
export const TICKET_LIMITS = { all: 1_024, perPrincipal: 64 } as const;

/** Single-use tickets, with which a browser opens a WebSocket without showing its token in the address. */
export class Tickets {
  readonly #clock: Clock;
  readonly #randomId: () => string;
  /** In the order in which they expire. */
  readonly #open = new Map<string, { readonly principal: string; readonly expires: number }>();

  constructor(clock: Clock, randomId: () => string) {
    this.#clock = clock;
    this.#randomId = randomId;
  }

  /** Makes a ticket for a principal; `undefined` if there are too many. */
  issue(principal: string): string | undefined {
    this.#dropExpired();
    let own = 0;
    for (const ticket of this.#open.values()) if (ticket.principal === principal) own += 1;
    if (own >= TICKET_LIMITS.perPrincipal || this.#open.size >= TICKET_LIMITS.all) return undefined;
    const ticket = this.#randomId();
    this.#open.set(ticket, { principal, expires: this.#clock.now() + TICKET_LIFETIME });
    return ticket;
  }

  /** Returns the principal of a ticket, which is used up by this; `undefined` if it is not valid. */
  redeem(ticket: string): string | undefined {
    this.#dropExpired();
    const principal = this.#open.get(ticket)?.principal;
    this.#open.delete(ticket);
    return principal;
  }

  #dropExpired(): void {
    for (const [ticket, { expires }] of this.#open) {
      if (expires > this.#clock.now()) return;
      this.#open.delete(ticket);
    }
  }
}
