// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';
import { isPermissionOption, PermissionOptionShape, type PermissionOption } from '../../base/generated/permission.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
import { isToolCallUpdate, ToolCallUpdateShape, type ToolCallUpdate } from './tool-call.ts';
export {
  PermissionOptionId,
  PermissionOptionKind,
  isKnownPermissionOptionKind,
  type KnownPermissionOptionKind,
  type UnknownPermissionOptionKind,
  PermissionOption,
  SelectedPermissionOutcome,
  RequestPermissionOutcome,
  RequestPermissionResponse,
} from '../../base/generated/permission.ts';

/** Asks the user whether a tool call may continue. */
export interface RequestPermissionRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** The tool call in question. */
  readonly toolCall: ToolCallUpdate;
  /** Answers to choose from. */
  readonly options: readonly PermissionOption[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link RequestPermissionRequest}. */
export function isRequestPermissionRequest(value: unknown): value is RequestPermissionRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    isToolCallUpdate(value.toolCall) &&
    isListOf(value.options, isPermissionOption) &&
    isMeta(value._meta);
}

/** The shape of {@link RequestPermissionRequest}, as data. */
export const RequestPermissionRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    toolCall: { of: ToolCallUpdateShape },
    options: { of: { is: 'list', of: PermissionOptionShape, notEmpty: true } },
    _meta: metaField,
  },
};

/** Asks the user whether a tool call may continue. */
export const RequestPermissionRequest: TypeReader<RequestPermissionRequest> = {
  name: 'RequestPermissionRequest',
  is: isRequestPermissionRequest,
  decode: (value, reading) => decode(isRequestPermissionRequest, RequestPermissionRequestShape, value, reading),
  shape: RequestPermissionRequestShape,
};
