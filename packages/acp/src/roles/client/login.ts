import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';

/** Returns whether an agent refused a request because it requires authentication. */
export function isAuthenticationRequired(error: unknown): boolean {
  if (!(error instanceof RpcError) || error.code !== errorCodes.authenticationRequired) return false;
  // Agents say with the same code what a client may not do, and name the scope that it lacks: a login changes nothing.
  return !isObject(error.data) || typeof error.data['scope'] !== 'string';
}

/** Logs in when an agent requires it: once for all requests that need it. */
export class Login {
  readonly #logIn: () => Promise<boolean>;
  #running: Promise<boolean> | undefined;
  #count = 0;

  /** `logIn` resolves with false if no authentication method was chosen. */
  constructor(logIn: () => Promise<boolean>) {
    this.#logIn = logIn;
  }

  /** Makes a request, and repeats it once after a login if the agent requires one, unless a signal has aborted meanwhile. */
  async around<T>(attempt: () => Promise<T>, ...signals: readonly (AbortSignal | undefined)[]): Promise<T> {
    const before = this.#count;
    try {
      return await attempt();
    } catch (error) {
      if (!isAuthenticationRequired(error)) throw error;
      const stops = signals.filter((signal) => signal !== undefined);
      for (const stop of stops) stop.throwIfAborted();
      // Another request may have led to a login since this one was refused.
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
