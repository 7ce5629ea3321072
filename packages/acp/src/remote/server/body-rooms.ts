import type { RemoteLimits } from '../wire/limits.ts';
import type { HttpRequest } from './http-exchange.ts';

/** Bounds the bodies that are read at the same time for one principal. Small ones are not counted, so that they are never refused. */
export class BodyRooms {
  readonly #small: number;
  readonly #most: number;
  /** The size of the large bodies that are being read, of each principal that has some. */
  readonly #used = new Map<string, number>();

  constructor({ highWater, maxFrameBytes }: Pick<RemoteLimits, 'highWater' | 'maxFrameBytes'>) {
    this.#small = highWater;
    this.#most = 2 * maxFrameBytes;
  }

  /** Returns a request whose body is read only as far as there is room for it. */
  bounded(request: HttpRequest, principal: string): HttpRequest {
    return {
      ...request,
      readBody: async (maxBytes) => {
        let own = 0;
        const others = () => (this.#used.get(principal) ?? 0) - own;
        const fits = (size: number) => {
          if (size <= Math.max(this.#small, own)) return true;
          if (others() + size > this.#most) return false;
          this.#used.set(principal, others() + size);
          own = size;
          return true;
        };
        try {
          return await request.readBody(maxBytes, fits);
        } finally {
          if (others() > 0) this.#used.set(principal, others());
          else this.#used.delete(principal);
        }
      },
    };
  }
}
