import type { ClientSession } from '@emend/acp';
import { openTurnsOf, turnOf } from '@emend/acp/session';
import type { ChatTransport, UIMessage } from 'ai';
import type { AcpUIChunk } from './message-chunks.ts';
import { answerId } from './message-group.ts';
import { answerApproval, isAskedInChat } from './permissions.ts';
import { promptBlocks } from './prompt-blocks.ts';
import { type ShownTurn, type TurnEnd, turnChunks } from './turn-chunks.ts';
import type { AcpUIMessage } from './ui-message.ts';
import { createUIMessages } from './ui-messages.ts';

/** Options of {@link AcpChatTransport}. */
export interface AcpChatTransportOptions {
  /**
   * Where the chat takes its messages from. `stream` is for `useChat` by itself: the whole answer is streamed, and a stream ends when the
   * agent asks for approval. `store` is for chats that show `createUIMessages` of the session; the stream then only says how the turn goes.
   */
  readonly shows?: 'stream' | 'store';
}

type SendOptions = Parameters<ChatTransport<AcpUIMessage>['sendMessages']>[0];
type ReconnectOptions = Parameters<ChatTransport<AcpUIMessage>['reconnectToStream']>[0];

/** A turn that is shown. */
interface FollowedTurn {
  /** The number of the turn in the session; undefined for work that no prompt asked for. */
  number: number | undefined;
  readonly end: () => TurnEnd | undefined;
  readonly listeners: Set<() => void>;
}

/** Lets a chat of the AI SDK talk to an ACP agent, in one session: `useChat({ transport: new AcpChatTransport(session) })`. */
export class AcpChatTransport implements ChatTransport<AcpUIMessage> {
  /** A stream that is resumed begins with the whole answer so far. */
  readonly resumeStreamIsReplay = true;
  readonly #session: ClientSession;
  readonly #shows: 'stream' | 'store';
  readonly #messages = createUIMessages();
  /** The turn of the last prompt, until it ends. */
  #turn: FollowedTurn | undefined;

  constructor(session: ClientSession, { shows = 'stream' }: AcpChatTransportOptions = {}) {
    this.#session = session;
    this.#shows = shows;
  }

  /** Sends the last message as a prompt, or the answers to questions of the agent that it contains. */
  async sendMessages({ trigger, messages, messageId, abortSignal }: SendOptions): Promise<ReadableStream<AcpUIChunk>> {
    const last = messages.at(-1);
    if (trigger === 'regenerate-message')
      throw new Error(
        'An ACP agent keeps the conversation itself, and cannot answer a prompt again. Send it once more.',
      );
    if (last?.role === 'user') {
      if (messageId !== undefined)
        throw new Error('An ACP agent keeps the conversation itself: a prompt that was sent cannot be changed.');
      return this.#prompt(last, abortSignal);
    }
    const isAnswered = last !== undefined && this.#answer(last);
    if (!isAnswered) throw new Error('There is nothing to send: no new message, and no answer to an open question.');
    return this.#follow('continued', abortSignal);
  }

  /** Shows the answer that the agent is working on; null if it is idle. */
  async reconnectToStream({ abortSignal }: ReconnectOptions): Promise<ReadableStream<AcpUIChunk> | null> {
    return this.#session.isBusy ? this.#follow('new', abortSignal) : null;
  }

  async #prompt(message: UIMessage, signal: AbortSignal | undefined): Promise<ReadableStream<AcpUIChunk>> {
    // A question that was not answered is withdrawn; the prompt would wait for it.
    if (isAskedInChat(this.#session)) this.#session.cancel();
    const prompt = promptBlocks(message);
    const { state } = this.#session;
    let end: TurnEnd | undefined;
    const number = state.dropped.turns + state.turns.length;
    const turn: FollowedTurn = { number, end: () => end, listeners: new Set() };
    const over = (how: TurnEnd): void => {
      end = how;
      if (this.#turn === turn) this.#turn = undefined;
      for (const listener of [...turn.listeners]) listener();
    };
    this.#turn = turn;
    this.#session.prompt(prompt, { signal }).then(over, (error: unknown) => over({ error }));
    return this.#stream(turn, 'new', signal);
  }

  /** Returns the turn of the last prompt, or one that somebody else has begun. */
  #runningTurn(): FollowedTurn {
    return this.#turn ?? foreignTurn(this.#session);
  }

  #stream(turn: FollowedTurn, how: ShownTurn['how'], signal: AbortSignal | undefined): ReadableStream<AcpUIChunk> {
    const session = this.#session;
    const { number, end, listeners } = turn;
    const answer = number === undefined ? undefined : answerId(`prompt ${number}`);
    const message = () =>
      this.#messages(session.state).findLast(({ id, role }) =>
        answer === undefined ? role === 'assistant' : id === answer,
      );
    const messageId = () => answer ?? message()?.id ?? answerId(undefined);
    return turnChunks({ session, messageId, message, end, listeners, how, shows: this.#shows, signal });
  }

  /** Follows a turn whose prompt this stream has not sent; aborting it cancels the turn as well. */
  #follow(how: ShownTurn['how'], signal: AbortSignal | undefined): ReadableStream<AcpUIChunk> {
    signal?.addEventListener('abort', () => this.#session.isBusy && this.#session.cancel(), { once: true });
    return this.#stream(this.#runningTurn(), how, signal);
  }

  #answer(message: AcpUIMessage): boolean {
    let isAnswered = false;
    for (const part of message.parts) {
      if (part.type !== 'dynamic-tool' || part.state !== 'approval-responded') continue;
      const { id, approved } = part.approval;
      if (answerApproval(this.#session, id, approved)) isAnswered = true;
    }
    return isAnswered;
  }
}

function foreignTurn(session: ClientSession): FollowedTurn {
  const [number] = openTurnsOf(session.state);
  const end = (): TurnEnd | undefined => {
    if (session.isBusy) return undefined;
    const { stopReason = 'end_turn', error } = (number === undefined ? undefined : turnOf(session.state, number)) ?? {};
    return error === undefined ? { stopReason } : { error };
  };
  return { number, end, listeners: new Set() };
}

/** Returns whether every question in the last message was answered: pass it to `useChat`, as `sendAutomaticallyWhen`. */
export function hasAnsweredApprovals({ messages }: { readonly messages: readonly UIMessage[] }): boolean {
  const states = (messages.at(-1)?.parts ?? []).map((part) => ('state' in part ? part.state : undefined));
  return states.includes('approval-responded') && !states.includes('approval-requested');
}
