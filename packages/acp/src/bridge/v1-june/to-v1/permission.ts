import { metaKeys, withMeta } from '../../meta-keys.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import type { Crossing } from './crossing.ts';
import { crossAskedToolCall } from './tool-calls.ts';

/** Translates a permission request: the tool call is complete, and an option of an unknown kind is never an approval. */
export function crossPermissionRequest(
  crossing: Crossing,
  request: june.RequestPermissionRequest,
): v1.RequestPermissionRequest {
  const toolCall = crossAskedToolCall(crossing, request.toolCall);
  const known: v1.PermissionOption[] = [];
  const unknown: v1.PermissionOption[] = [];
  for (const [index, option] of request.options.entries()) {
    if (june.isKnownPermissionOptionKind(option.kind)) {
      known.push(option as v1.PermissionOption);
      continue;
    }
    crossing.note({
      kind: 'repair',
      rule: 'permission-kind',
      toolCallId: request.toolCall.toolCallId,
      path: `options[${index}].kind`,
      lost: option.kind,
      done: 'sent as reject_once, after the others',
    });
    unknown.push({ ...option, kind: 'reject_once', _meta: withMeta(option._meta, metaKeys.kind, option.kind) });
  }
  return { ...request, toolCall, options: [...known, ...unknown] };
}
