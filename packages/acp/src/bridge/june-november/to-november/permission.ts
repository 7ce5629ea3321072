import { isObject, type Meta } from '../../../protocol/reading/guard.ts';
import { present } from '../../../protocol/reading/optional.ts';
import { toolKindLabels } from '../../../protocol/tool-kind-labels.ts';
import { metaKeys, rawOf, withoutMeta } from '../../meta-keys.ts';
import { readLeniently } from '../../reading.ts';
import type * as june from '../june.ts';
import * as november from '../november.ts';
import type { Crossing } from './crossing.ts';
import { toolCallToNovember } from './tool-calls.ts';

/** Returns the title of the tool call in question, or the label of its kind if it has none. */
function titleOf({ session: { values }, note }: Crossing, toolCallId: string): string {
  const call = values.toolCalls.get(toolCallId);
  if (call?.title !== undefined) return call.title;
  const labels: Readonly<Record<string, string>> = toolKindLabels;
  const title = labels[call?.kind ?? 'other'] ?? toolKindLabels.other;
  const done = `sent as ${title}`;
  note({ kind: 'repair', rule: 'permission-title', toolCallId, path: 'title', lost: 'no title', done });
  return title;
}

/** Returns the subject that a bridge has replaced by a tool call. */
function keptSubject(meta: Meta | null | undefined): november.RequestPermissionSubject | undefined {
  const raw = rawOf(meta);
  return raw?.type !== 'tool_call' && november.RequestPermissionSubject.is(raw) ? raw : undefined;
}

/** Returns a permission request of a June agent as a November client gets it; `undefined` if it offers nothing to choose. */
export function crossPermissionRequest(
  crossing: Crossing,
  request: june.RequestPermissionRequest,
): november.RequestPermissionRequest | undefined {
  const { toolCall, _meta, ...rest } = request;
  const { toolCallId } = toolCall;
  const asked = toolCallToNovember(crossing, toolCall);
  if (request.options.length === 0) {
    const lost = 'a request that offers nothing to choose';
    const done = 'answered with cancelled';
    crossing.note({ kind: 'loss', rule: 'permission-options', toolCallId, path: 'options', lost, done });
    return undefined;
  }
  const kept = _meta?.[metaKeys.permission];
  const { title, description } = isObject(kept) ? kept : {};
  const subject = keptSubject(_meta);
  let meta = _meta;
  if (isObject(kept)) meta = withoutMeta(meta as Meta, metaKeys.permission);
  if (subject !== undefined) meta = withoutMeta(meta as Meta, metaKeys.raw);
  const params = {
    ...rest,
    title: typeof title === 'string' ? title : titleOf(crossing, toolCallId),
    ...(typeof description === 'string' ? { description } : {}),
    subject: subject ?? { type: 'tool_call', toolCall: asked },
    ...present({ _meta: meta }),
  };
  const read = readLeniently(november.methods['session/request_permission'].params, params, crossing.note);
  return read.ok ? read.value : undefined;
}
