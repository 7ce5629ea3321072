import type { JsonObject, Meta } from '../../protocol/reading/guard.ts';
import { divided } from '../../session/november-parts.ts';
import type { Direction } from '../edges.ts';
import { isEqual } from '../equal.ts';
import type { LedgerEntry, TakeNote } from '../ledger.ts';
import * as june from './june.ts';
import type * as november from './november.ts';
import type { JuneNovemberOptions } from './options.ts';
import type { Crossing as CrossingBack } from './to-june/crossing.ts';
import { optionsToJune } from './to-june/offers.ts';
import { newSession as newJuneSession } from './to-june/session.ts';
import { sendAllContent, sendContentBeforeOthers } from './to-june/tool-content.ts';
import { crossUpdate as crossBack } from './to-june/updates.ts';
import type { Crossing as CrossingForth } from './to-november/crossing.ts';
import { withHiddenDiffs } from './to-november/november-diffs.ts';
import { newSession as newNovemberSession } from './to-november/session.ts';
import { crossUpdate as crossForth } from './to-november/updates.ts';

type Update = june.ReceivedSessionUpdate;
type Options = readonly june.SessionConfigOption[];

/** What a tool call that has nothing of November so far has told its client. */
interface PlainToolCall {
  content: unknown[];
  meta: Meta | null | undefined;
}

/** No prompt is known here. */
const turns = { acceptsAtOnce: true, isRecording: false };
const finalStatuses: ReadonlySet<unknown> = new Set(['completed', 'failed']);

/**
 * Turns what an agent of this library writes, June with the rest of November beside it, into plain June for the client of one session.
 * What June has is sent as it is.
 */
export class PlainJune {
  #sent: Update[] = [];
  readonly #note: TakeNote;
  readonly #back: CrossingBack;
  readonly #forth: CrossingForth;
  /** The unfinished tool calls that have nothing of November so far. */
  readonly #plain = new Map<string, PlainToolCall>();
  /** The tool calls that have something of November. They go to November and back, where their parts that are June's keep their meaning. */
  readonly #followed = new Set<string>();
  #background: unknown = [];

  /** `report` gets what could not be said as it was, on the way that its entries name. */
  constructor(
    sessionId: string,
    direction: Direction,
    { notices = 'raw' }: JuneNovemberOptions,
    report: (entry: LedgerEntry) => void,
  ) {
    const note: TakeNote = ({ kind, rule, ...rest }) => report({ kind, rule, direction, sessionId, ...rest });
    this.#note = note;
    this.#back = { session: newJuneSession(sessionId), notices, note, send: (update) => this.#sent.push(update) };
    this.#forth = {
      session: newNovemberSession(sessionId, turns),
      note,
      send: (update) => crossBack(this.#back, update),
    };
  }

  /** Returns the updates that the client gets for an update of the agent; `undefined` if it gets that update. */
  update(update: Update): readonly Update[] | undefined {
    const { sessionUpdate } = update;
    const isToolCall = sessionUpdate === 'tool_call_update' || sessionUpdate === 'tool_call_content_chunk';
    const isPassing =
      !isToolCall && sessionUpdate !== 'config_option_update' && june.isKnownReceivedSessionUpdate(update);
    // Most updates are streamed text, with nothing waiting before it.
    if (isPassing && this.#back.session.values.unsent.size === 0) return undefined;
    if (sessionUpdate === 'state_update') this.#noteState(update as unknown as JsonObject);
    else if (isToolCall) this.#tool(update);
    else if (!isPassing && divided(update).november !== undefined) this.#cross(update);
    else {
      sendContentBeforeOthers(this.#back);
      this.#sent.push(sessionUpdate === 'config_option_update' ? this.#withOptions(update) : update);
    }
    return this.#taken();
  }

  /** Returns options as the client gets them: one that is on or off is a choice. */
  options(options: Options): Options {
    if (!options.some(({ type }) => type === 'boolean')) return options;
    return options.map((option) => {
      if (option.type !== 'boolean') return option;
      const { id, ...rest } = option as unknown as JsonObject;
      const inNovember = { ...rest, configId: id } as unknown as november.SessionConfigOption;
      return optionsToJune(this.#back, [inNovember])[0] ?? option;
    });
  }

  /** Returns the updates with what only waits for more to come. */
  flush(): readonly Update[] {
    sendAllContent(this.#back);
    return this.#taken();
  }

  #taken(): readonly Update[] {
    const taken = this.#sent;
    this.#sent = [];
    return taken;
  }

  #withOptions(update: Update): Update {
    const { configOptions } = update as unknown as { readonly configOptions: Options };
    return { ...update, configOptions: this.options(configOptions) } as unknown as Update;
  }

  #tool(update: Update): void {
    const { toolCallId } = update as unknown as { readonly toolCallId: string };
    if (!this.#followed.has(toolCallId)) {
      if (divided(update).november === undefined) {
        this.#remember(toolCallId, update as unknown as JsonObject);
        sendContentBeforeOthers(this.#back);
        this.#sent.push(update);
        return;
      }
      this.#follow(toolCallId);
    }
    this.#cross(update);
  }

  #cross(update: Update): void {
    crossForth(this.#forth, (withHiddenDiffs({ update }) as { readonly update: Update }).update);
  }

  /** Tells the converters what the client already knows of a tool call. */
  #follow(toolCallId: string): void {
    const known = this.#plain.get(toolCallId);
    this.#plain.delete(toolCallId);
    this.#followed.add(toolCallId);
    if (known === undefined) return;
    const { content, meta } = known;
    const before = this.#sent;
    this.#sent = [];
    const fields = { toolCallId, content, ...(meta !== undefined && { _meta: meta }) };
    this.#cross({ sessionUpdate: 'tool_call_update', ...fields } as unknown as Update);
    this.#sent = before;
  }

  #remember(toolCallId: string, { sessionUpdate, content, _meta, status }: JsonObject): void {
    const call = this.#plain.get(toolCallId) ?? { content: [], meta: undefined };
    if (sessionUpdate === 'tool_call_content_chunk') call.content.push(content);
    else {
      if (content !== undefined) call.content = Array.isArray(content) ? [...content] : [];
      if (_meta !== undefined) call.meta = _meta as Meta | null;
    }
    if (finalStatuses.has(status)) this.#plain.delete(toolCallId);
    else this.#plain.set(toolCallId, call);
  }

  #noteState({ state, background }: JsonObject): void {
    // An idle that only brings a list says nothing that the client does not know.
    const isNews = state !== 'idle' || background === undefined;
    if (isNews) this.#note({ kind: 'loss', rule: 'state', path: 'state', lost: state, done: 'not sent' });
    if (background === undefined || isEqual(background, this.#background)) return;
    this.#background = background;
    this.#note({ kind: 'loss', rule: 'background', path: 'background', lost: background, done: 'not sent' });
  }
}
