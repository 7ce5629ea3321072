import type { JsonObject, Meta } from '../../protocol/reading/guard.ts';
import { renamedOption } from '../../session/november/renamed.ts';
import { isNovemberContent } from '../../session/november-parts.ts';
import type * as june from './june.ts';
import { mapped } from './mapped.ts';
import type * as november from './november.ts';
import { contentBlockToJune } from './to-june/content.ts';
import type { Crossing } from './to-june/crossing.ts';
import { changedMeta, mergedMeta } from './to-june/meta.ts';
import { newSession } from './to-june/session.ts';
import { crossUpdate } from './to-june/updates.ts';
import { withNewMeta } from './upsert-meta.ts';

type Update = june.ReceivedSessionUpdate;

/** The updates that June does not have, and agents of this library write as November has them; and those for which there is a rule here. */
const whole: ReadonlySet<string> = new Set([
  'terminal_update',
  'terminal_output_chunk',
  'notice',
  'compaction_update',
  'compaction_summary_chunk',
]);

/** Nothing is lost that could be noted. */
const note = (): void => {};

/**
 * Turns what a November agent says in one session into what an agent of this library writes: June, and beside it what only November has.
 * It is the way back of `PlainJune`.
 */
export class WideJune {
  #sent: Update[] = [];
  readonly #crossing: Crossing;
  /** The `_meta` of tool calls, which November merges and June replaces. */
  readonly #metas = new Map<string, Meta | undefined>();

  constructor(sessionId: string) {
    this.#crossing = {
      session: newSession(sessionId),
      notices: 'raw',
      note,
      send: (update) => this.#sent.push(update),
    };
  }

  /** Returns the updates that say the same; what an agent is doing is left out. */
  update(update: november.SessionUpdate): readonly Update[] {
    const { sessionUpdate } = update;
    if (whole.has(sessionUpdate)) return [update as unknown as Update];
    if (sessionUpdate === 'tool_call_update') return [this.#toolCall(update as unknown as november.ToolCallUpdate)];
    if (sessionUpdate === 'tool_call_content_chunk') return [withItem(update as unknown as JsonObject)];
    if (sessionUpdate === 'config_option_update')
      return [withOptions(update as unknown as november.ConfigOptionUpdate)];
    crossUpdate(this.#crossing, update);
    const sent = this.#sent;
    this.#sent = [];
    return sent;
  }

  #toolCall(update: november.ToolCallUpdate): Update {
    const { toolCallId, content, _meta } = update;
    let meta: Meta | null | undefined;
    if (_meta !== undefined) {
      const before = this.#metas.get(toolCallId);
      const after = mergedMeta(before, _meta);
      this.#metas.set(toolCallId, after);
      meta = changedMeta(before, after);
    }
    const carried = withNewMeta(update, meta);
    if (content === undefined || content === null) return carried as unknown as Update;
    const items = mapped(content as readonly november.ToolCallContent[], itemToJune);
    return ((items as unknown) === content ? carried : { ...carried, content: items }) as unknown as Update;
  }
}

function withItem(update: JsonObject): Update {
  const { content } = update;
  const item = itemToJune(content as november.ToolCallContent);
  return ((item as unknown) === content ? update : { ...update, content: item }) as unknown as Update;
}

function withOptions(update: november.ConfigOptionUpdate): Update {
  return { ...update, configOptions: update.configOptions.map(renamedOption) } as unknown as Update;
}

function itemToJune(item: november.ToolCallContent): november.ToolCallContent {
  if (isNovemberContent(item) || item.type !== 'content') return item;
  const { content } = item as unknown as { readonly content: november.ContentBlock };
  const block = contentBlockToJune(content, { path: 'content' }, note);
  return (block as unknown) === content ? item : ({ ...item, content: block } as unknown as november.ToolCallContent);
}
