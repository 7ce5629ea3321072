import { metaKeys, withMeta } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type { Crossing } from './crossing.ts';
import { fillable, type KnownToolCall } from './session.ts';

type Named = june.ToolCallUpdate & { readonly name?: string | null };

/**
 * Returns an update of a tool call with the name of its tool in `_meta`, which June replaces as a whole: once known, the name is
 * in every `_meta`. A name that comes without `_meta` after another one stays a key of the update, so that nothing is replaced.
 */
export function withToolName(crossing: Crossing, call: KnownToolCall, update: Named): june.ToolCallUpdate {
  const { toolNames } = crossing.session;
  const { toolCallId } = update;
  if (update.name === undefined && !toolNames.has(toolCallId)) return update;
  const { name, ...rest } = update;
  if (crossing.keepsNames) return typeof name === 'string' ? update : rest;
  const isNew = typeof name === 'string' && name !== toolNames.get(toolCallId);
  if (isNew) {
    toolNames.set(toolCallId, name);
    const done = `put in _meta as ${metaKeys.name}`;
    crossing.note({ kind: 'repair', rule: 'tool-name', toolCallId, path: 'name', lost: name, done });
  }
  const known = toolNames.get(toolCallId);
  const { _meta } = rest;
  if (known === undefined || (!isNew && _meta === undefined)) return rest;
  const hasOther = (call.filled & fillable._meta) !== 0;
  return _meta === undefined && hasOther ? update : { ...rest, _meta: withMeta(_meta, metaKeys.name, known) };
}
