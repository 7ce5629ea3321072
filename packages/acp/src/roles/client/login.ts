import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';

/** Whether an agent refused because it wants authentication first. */
export function isAuthenticationRequired(error: unknown): boolean {
  return error instanceof RpcError && error.code === errorCodes.authenticationRequired;
}

/** Logs in when an agent asks for it: once for all the requests that need it. */
export class Login {
  readonly #logIn: () => Promise<boolean>;
  #running: Promise<boolean> | undefined;
  #count = 0;

  /** `logIn` says whether it did: false if there is nobody to choose how. */
  constructor(logIn: () => Promise<boolean>) {
    this.#logIn = logIn;
  }

  /** Makes a request, and once more after a login if the agent asks for one; not if one of the signals has aborted meanwhile. */
  async around<T>(attempt: () => Promise<T>, ...signals: readonly (AbortSignal | undefined)[]): Promise<T> {
    const before = this.#count;
    try {
      return await attempt();
    } catch (error) {
      if (!isAuthenticationRequired(error)) throw error;
      const stops = signals.filter((signal) => signal !== undefined);
      for (const stop of stops) stop.throwIfAborted();
      // A refusal may be older than a login that another request has led to.
      const isDone = this.#count !== before || (await unlessAborted(this.#shared(), stops));
      if (!isDone) throw error;
      for (const stop of stops) stop.throwIfAborted();
      return attempt();
    }
  }

  #shared(): Promise<boolean> {
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<boolean> {
    try {
      const isDone = await this.#logIn();
      if (isDone) this.#count++;
      return isDone;
    } finally {
      this.#running = undefined;
    }
  }
}
