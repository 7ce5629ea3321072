import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { LogEvent } from '../../log/event.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type { ConfigOptionUpdate, SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type { McpServer } from '../../protocol/june/generated/mcp.ts';
import type { PromptRequest, PromptResponse, StopReason } from '../../protocol/june/generated/prompt.ts';
import type { SessionState } from '../../session/state.ts';
import { type CheckValue, checkAnswer } from '../check-outgoing.ts';
import type { ConnectedClient } from './connected-client.ts';
import { noSession, stored } from './durable-sessions.ts';
import type { TellEvent } from './event.ts';
import type { SendUpdate } from './message-handle.ts';
import type { MintId } from './mint-id.ts';
import type { Recorder } from './session-recorder.ts';
import { Turn } from './turn.ts';
import { Speaker } from './update-sender.ts';

/** What a session was set up with. */
export interface SessionRoots {
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly mcpServers: readonly McpServer[];
}

/** How a session runs its turns. */
export interface TurnPolicy {
  readonly prompt: (turn: Turn) => StopReason | undefined | void | Promise<StopReason | undefined | void>;
  readonly whenBusy: 'queue' | 'refuse';
  readonly acknowledges: boolean;
  readonly check: CheckValue;
  readonly tell: TellEvent;
}

interface SessionLife {
  recorder: Recorder | undefined;
  isGivenUp: boolean;
  options: readonly SessionConfigOption[];
}

/** Prompts that wait behind a running turn; more than these are refused, so that a client cannot pile them up without end. */
const mostWaiting = 100;

/** A session on the agent's side: where it works, what it may report at any time, and its turns, one after another. */
export class AgentSession extends Speaker implements SessionRoots {
  readonly id: string;
  /** The client that the session is open for: its name, what it can do, and the version it speaks. */
  readonly client: ConnectedClient;
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly mcpServers: readonly McpServer[];
  readonly #policy: TurnPolicy;
  readonly #mint: MintId;
  /** The turns that run or wait, oldest first. */
  readonly #turns = new Set<AbortController>();
  readonly #life: SessionLife;
  #last: Promise<unknown> = Promise.resolve();
  #couldNotOpen = false;

  /** Sends an update that the record already has. */
  readonly replay: SendUpdate;

  constructor(
    id: string,
    client: ConnectedClient,
    roots: SessionRoots,
    send: SendUpdate,
    mint: MintId,
    policy: TurnPolicy,
  ) {
    const life: SessionLife = { recorder: undefined, isGivenUp: false, options: [] };
    super((update) => {
      // Sending checks the update, so that nothing malformed is ever written down.
      const sent = send(update);
      if (update.sessionUpdate === 'config_option_update') {
        life.options = (update as ConfigOptionUpdate).configOptions;
      }
      life.recorder?.record({ type: 'update', update });
      return sent;
    }, mint);
    this.#life = life;
    this.replay = send;
    this.id = id;
    this.client = client;
    this.cwd = roots.cwd;
    this.additionalDirectories = roots.additionalDirectories;
    this.mcpServers = roots.mcpServers;
    this.#policy = policy;
    this.#mint = mint;
  }

  /** Everything that has happened in the session, folded, for rebuilding a model's context; only if sessions are durable. */
  get history(): SessionState | undefined {
    return this.#life.recorder?.state;
  }

  /** The configuration options with their values, as the client was told last; after a load those that the person had chosen. */
  get options(): readonly SessionConfigOption[] {
    return this.#life.options;
  }

  /** The value that an option has now, by its id; undefined if there is no such option. */
  optionValue(configId: string): string | undefined {
    const value = this.options.find(({ id }) => id === configId)?.['currentValue'];
    return typeof value === 'string' ? value : undefined;
  }

  /** Has everything from now on written down, until the session goes on elsewhere, which ends its turns (LG21). */
  recordWith(recorder: Recorder): Recorder {
    this.#life.recorder = recorder;
    this.#life.options = recorder.state.configOptions;
    recorder.onSuperseded(() => this.#abort('the session goes on elsewhere'));
    return recorder;
  }

  /** Has prompts wait until the session is open; if it cannot be opened, they are refused. */
  openAfter(opening: Promise<unknown>): void {
    this.#last = opening.catch(() => {
      this.#couldNotOpen = true;
    });
  }

  /** Gives up a session that could not be opened: what its hook still does has no effect. `before` goes on with the log that it took over. */
  giveUp(before: AgentSession | undefined): void {
    const { recorder } = this.#life;
    this.#life.isGivenUp = true;
    this.#life.recorder = undefined;
    if (recorder !== undefined) before?.recordWith(recorder);
  }

  /** Whether it could not be opened, so that nothing more is said in it. */
  get isGivenUp(): boolean {
    return this.#life.isGivenUp;
  }

  /** Writes down what is not an update. */
  record(event: LogEvent): void {
    if (event.type === 'configured') this.#life.options = event.configOptions;
    this.#life.recorder?.record(event);
  }

  /** Resolves once everything so far survives a crash; at once if sessions are not durable. */
  async saved(): Promise<void> {
    const { recorder } = this.#life;
    if (recorder !== undefined) await stored(recorder.durable());
  }

  /** Takes back a session that nobody has heard of: nothing of it stays in the record (RO3). */
  async forget(): Promise<void> {
    await this.#life.recorder?.forget();
  }

  /** Whether a turn is running or waiting. */
  get isBusy(): boolean {
    return this.#turns.size > 0;
  }

  /** Runs a turn when the ones before it have ended, and gives exactly one stop reason. */
  runTurn(request: PromptRequest, context: RequestContext): Promise<PromptResponse> {
    const isRefused = this.isBusy && (this.#policy.whenBusy === 'refuse' || this.#turns.size > mostWaiting);
    if (isRefused) throw new RpcError(errorCodes.invalidRequest, 'a turn is already running in this session');
    const controller = new AbortController();
    const abort = (): void => controller.abort(context.signal.reason);
    context.signal.addEventListener('abort', abort, { once: true });
    this.#turns.add(controller);
    const run = this.#last.then(() => this.#run(request, context, controller));
    // The next turn begins when the answer to this one is on its way: nothing of it may be taken for this one's.
    this.#last = context.answered;
    return run.finally(() => {
      this.#turns.delete(controller);
      context.signal.removeEventListener('abort', abort);
    });
  }

  async #run(request: PromptRequest, context: RequestContext, controller: AbortController): Promise<PromptResponse> {
    // A turn that was cancelled while it waited never begins.
    if (controller.signal.aborted) return { stopReason: 'cancelled' };
    if (this.#couldNotOpen) throw noSession(this.id);
    this.record({ type: 'prompt_sent', prompt: request.prompt, requestId: context.id });
    // A session that has moved on elsewhere says so here, before a model is asked or a tool runs for nothing.
    if (this.#life.recorder !== undefined) await this.saved();
    const end = controller.signal.aborted ? endedWith('cancelled') : await this.#take(request, context, controller);
    this.record({ type: 'turn_ended', requestId: context.id, ...end.logged });
    try {
      // Nothing is acknowledged that a crash could lose.
      await this.saved();
    } catch (error) {
      // Whoever took the session over has ended this turn there; what of it was not stored is no failure of the client's (A34).
      if (this.#life.recorder?.isSuperseded === true) return { stopReason: 'cancelled' };
      throw error;
    }
    this.#life.recorder?.fold();
    if ('error' in end) throw end.error;
    return { stopReason: end.stopReason };
  }

  async #take(request: PromptRequest, context: RequestContext, controller: AbortController): Promise<TurnEnd> {
    const turn = new Turn({
      session: this,
      request,
      signal: controller.signal,
      context,
      send: this.update,
      mint: this.#mint,
      acknowledges: this.#policy.acknowledges,
      check: this.#policy.check,
      tell: this.#policy.tell,
    });
    try {
      const stopReason = await this.#policy.prompt(turn);
      if (controller.signal.aborted) return endedWith('cancelled');
      return endedWith(
        checkAnswer(this.#policy.check, 'session/prompt', { stopReason: stopReason ?? 'end_turn' }).stopReason,
      );
    } catch (error) {
      // Aborting makes models and tools throw; after a cancel that is no failure (A34).
      if (controller.signal.aborted) return endedWith('cancelled');
      return { error, logged: { error: 'The turn failed.' } };
    } finally {
      turn.end();
    }
  }

  /** Cancels the running turn and those that wait: all that the client had asked for when it said so. */
  cancel(): void {
    const isNews = [...this.#turns].some(({ signal }) => !signal.aborted);
    if (isNews) this.record({ type: 'cancel_sent' });
    this.#abort('the client cancelled the turn');
  }

  #abort(why: string): void {
    for (const controller of this.#turns) controller.abort(new DOMException(why, 'AbortError'));
  }

  /** Cancels and waits until nothing runs any more. */
  async stop(): Promise<void> {
    do {
      this.cancel();
      await this.#last;
      // A prompt may have come meanwhile.
    } while (this.isBusy);
  }
}

/** How a turn ended, and what the record says of it. */
type TurnEnd =
  | { readonly stopReason: StopReason; readonly logged: { readonly stopReason: StopReason } }
  | { readonly error: unknown; readonly logged: { readonly error: string } };

function endedWith(stopReason: StopReason): TurnEnd {
  return { stopReason, logged: { stopReason } };
}
