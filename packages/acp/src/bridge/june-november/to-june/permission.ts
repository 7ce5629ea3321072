import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import { present } from '../../../protocol/reading/optional.ts';
import { metaKeys } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type * as november from '../november.ts';
import type { Crossing } from './crossing.ts';
import { toolCallOf, toolCallToJune } from './tool-calls.ts';
import { sendContent } from './tool-content.ts';

type Subject = november.RequestPermissionRequest['subject'];
type KnownSubject<T extends string> = Extract<november.KnownRequestPermissionSubject, { readonly type: T }>;

/** Returns the subject of a request if it is of a type. */
function subjectOf<T extends 'command' | 'tool_call'>(subject: Subject, type: T): KnownSubject<T> | undefined {
  return isObject(subject) && subject['type'] === type ? (subject as unknown as KnownSubject<T>) : undefined;
}

/** A permission request as a June client gets it. */
interface AskedPermission {
  readonly params: june.RequestPermissionRequest;
  /** Closes a tool call that was made up for the request; called with the result that the client has answered. */
  readonly settled?: (crossing: Crossing, result: unknown) => void;
}

/** Returns the option that an answer has selected. */
function selected({ options }: june.RequestPermissionRequest, result: unknown) {
  const outcome = isObject(result) && isObject(result['outcome']) ? result['outcome'] : {};
  if (outcome['outcome'] !== 'selected') return undefined;
  return options.find(({ optionId }) => optionId === outcome['optionId']);
}

/** Announces a tool call that is made up, or that the client does not know, and returns its id. */
function announce(crossing: Crossing, id: string, fields: Omit<june.ToolCallUpdate, 'toolCallId'>): void {
  const call = toolCallOf(crossing, id);
  call.title = fields.title ?? undefined;
  crossing.send({ sessionUpdate: 'tool_call_update', toolCallId: id, ...fields });
}

function mintedId({ session: { values } }: Crossing): string {
  do values.minted.toolCalls += 1;
  while (values.toolCalls.has(`perm-${values.minted.toolCalls}`));
  return `perm-${values.minted.toolCalls}`;
}

function fieldsOf({ subject, title }: november.RequestPermissionRequest): Omit<june.ToolCallUpdate, 'toolCallId'> {
  const asked = subjectOf(subject, 'command');
  if (asked === undefined) return { title, kind: 'other', status: 'pending' };
  const { command, cwd } = asked;
  return { title: command, kind: 'execute', status: 'pending', rawInput: { command, cwd } };
}

/** Returns the tool call that stands for a subject which June does not have; one that the client does not know is announced. */
function standIn(crossing: Crossing, request: november.RequestPermissionRequest) {
  const { subject } = request;
  const named = subjectOf(subject, 'command')?.toolCallId;
  const isMinted = named === undefined || named === null;
  const toolCallId = isMinted ? mintedId(crossing) : named;
  const lost = isObject(subject) ? subject['type'] : 'no subject';
  const done = isMinted ? 'a tool call was made up for it' : 'asked about the tool call of the command';
  crossing.note({ kind: 'repair', rule: 'permission-subject', toolCallId, path: 'subject', lost, done });
  if (!crossing.session.values.toolCalls.has(toolCallId)) announce(crossing, toolCallId, fieldsOf(request));
  return { toolCallId, isMinted };
}

function toolCallFor(crossing: Crossing, request: november.RequestPermissionRequest) {
  const { subject } = request;
  const asked = subjectOf(subject, 'tool_call');
  if (asked === undefined) {
    const { toolCallId, isMinted } = standIn(crossing, request);
    return { toolCall: { toolCallId }, minted: isMinted ? toolCallId : undefined, raw: subject ?? undefined };
  }
  const { toolCall } = asked;
  const call = toolCallOf(crossing, toolCall.toolCallId);
  if (toolCall.content === undefined && crossing.session.values.unsent.has(call)) sendContent(crossing, call);
  return { toolCall: toolCallToJune(crossing, toolCall), minted: undefined, raw: undefined };
}

/** Translates a permission request of a November agent for a June client, which gets the tool call in question first if it is made up. */
export function crossPermissionRequest(
  crossing: Crossing,
  request: november.RequestPermissionRequest,
): AskedPermission {
  const { title, description, subject: _, _meta, ...rest } = request;
  const { toolCall, minted, raw } = toolCallFor(crossing, request);
  const shown = crossing.session.values.toolCalls.get(toolCall.toolCallId)?.title;
  const text = present({ title: title === shown ? undefined : title, description: description ?? undefined });
  const hasText = Object.keys(text).length > 0;
  if (hasText) {
    const { toolCallId } = toolCall;
    const done = 'kept in _meta';
    crossing.note({ kind: 'loss', rule: 'permission-text', toolCallId, path: 'title', lost: text, done });
  }
  const kept: JsonObject = present({ [metaKeys.permission]: hasText ? text : undefined, [metaKeys.raw]: raw });
  const meta = Object.keys(kept).length > 0 ? { ..._meta, ...kept } : _meta;
  const params = { ...rest, toolCall, ...present({ _meta: meta }) } as june.RequestPermissionRequest;
  if (minted === undefined) return { params };
  return {
    params,
    settled(later, result) {
      const status = selected(params, result)?.kind.startsWith('allow') ? 'completed' : 'failed';
      later.send({ sessionUpdate: 'tool_call_update', toolCallId: minted, status });
    },
  };
}
