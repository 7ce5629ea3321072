// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isListOf, isMeta, isObject, isString, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
import { TerminalIdShape, type TerminalId } from '../../base/generated/tool-call.ts';
import { isEnvVariable, EnvVariableShape, type EnvVariable } from './mcp.ts';

/** Runs a command in a terminal of the client. */
export interface CreateTerminalRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Program to run. */
  readonly command: string;
  /** Arguments of the program. */
  readonly args?: readonly string[];
  /** Environment variables to set. */
  readonly env?: readonly EnvVariable[];
  /** Working directory, as an absolute path. */
  readonly cwd?: string | null;
  /** How many bytes of output to keep. The oldest are dropped first. */
  readonly outputByteLimit?: number | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CreateTerminalRequest}. */
export function isCreateTerminalRequest(value: unknown): value is CreateTerminalRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.command === 'string' &&
    (value.args === undefined || isListOf(value.args, isString)) &&
    (value.env === undefined || isListOf(value.env, isEnvVariable)) &&
    (value.cwd === undefined || value.cwd === null || typeof value.cwd === 'string') &&
    (value.outputByteLimit === undefined || value.outputByteLimit === null || isInteger(value.outputByteLimit, 0)) &&
    isMeta(value._meta);
}

/** The shape of {@link CreateTerminalRequest}, as data. */
export const CreateTerminalRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    command: { of: { is: 'string' } },
    args: { of: { is: 'list', of: { is: 'string' } }, optional: true, lenient: 'null' },
    env: { of: { is: 'list', of: EnvVariableShape }, optional: true, lenient: 'null' },
    cwd: { of: { is: 'nullable', of: { is: 'string', must: 'path' } }, optional: true },
    outputByteLimit: { of: { is: 'nullable', of: { is: 'integer', min: 0 } }, optional: true },
    _meta: lenientMetaField,
  },
};

/** Runs a command in a terminal of the client. */
export const CreateTerminalRequest: TypeReader<CreateTerminalRequest> = {
  name: 'CreateTerminalRequest',
  is: isCreateTerminalRequest,
  decode: (value, reading) => decode(isCreateTerminalRequest, CreateTerminalRequestShape, value, reading),
  shape: CreateTerminalRequestShape,
};

/** The command has started. */
export interface CreateTerminalResponse {
  /** Id of the terminal. */
  readonly terminalId: TerminalId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CreateTerminalResponse}. */
export function isCreateTerminalResponse(value: unknown): value is CreateTerminalResponse {
  return isObject(value) &&
    typeof value.terminalId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link CreateTerminalResponse}, as data. */
export const CreateTerminalResponseShape: RecordShape = {
  is: 'record',
  fields: {
    terminalId: { of: TerminalIdShape },
    _meta: lenientMetaField,
  },
};

/** The command has started. */
export const CreateTerminalResponse: TypeReader<CreateTerminalResponse> = {
  name: 'CreateTerminalResponse',
  is: isCreateTerminalResponse,
  decode: (value, reading) => decode(isCreateTerminalResponse, CreateTerminalResponseShape, value, reading),
  shape: CreateTerminalResponseShape,
};

/** Requests the output so far. */
export interface TerminalOutputRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Id of the terminal. */
  readonly terminalId: TerminalId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TerminalOutputRequest}. */
export function isTerminalOutputRequest(value: unknown): value is TerminalOutputRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.terminalId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link TerminalOutputRequest}, as data. */
export const TerminalOutputRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    terminalId: { of: TerminalIdShape },
    _meta: lenientMetaField,
  },
};

/** Requests the output so far. */
export const TerminalOutputRequest: TypeReader<TerminalOutputRequest> = {
  name: 'TerminalOutputRequest',
  is: isTerminalOutputRequest,
  decode: (value, reading) => decode(isTerminalOutputRequest, TerminalOutputRequestShape, value, reading),
  shape: TerminalOutputRequestShape,
};

/** How a command ended. */
export interface TerminalExitStatus {
  /** Exit code. Absent if a signal ended the command. */
  readonly exitCode?: number | null;
  /** Signal that ended the command. */
  readonly signal?: string | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TerminalExitStatus}. */
export function isTerminalExitStatus(value: unknown): value is TerminalExitStatus {
  return isObject(value) &&
    (value.exitCode === undefined || value.exitCode === null || isInteger(value.exitCode, 0)) &&
    (value.signal === undefined || value.signal === null || typeof value.signal === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link TerminalExitStatus}, as data. */
export const TerminalExitStatusShape: RecordShape = {
  is: 'record',
  fields: {
    exitCode: { of: { is: 'nullable', of: { is: 'integer', min: 0 } }, optional: true, lenient: true },
    signal: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** How a command ended. */
export const TerminalExitStatus: TypeReader<TerminalExitStatus> = {
  name: 'TerminalExitStatus',
  is: isTerminalExitStatus,
  decode: (value, reading) => decode(isTerminalExitStatus, TerminalExitStatusShape, value, reading),
  shape: TerminalExitStatusShape,
};

/** The output so far. */
export interface TerminalOutputResponse {
  /** Output that was kept. */
  readonly output: string;
  /** Whether older output was dropped. */
  readonly truncated: boolean;
  /** How the command ended. Absent while it runs. */
  readonly exitStatus?: TerminalExitStatus | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TerminalOutputResponse}. */
export function isTerminalOutputResponse(value: unknown): value is TerminalOutputResponse {
  return isObject(value) &&
    typeof value.output === 'string' &&
    typeof value.truncated === 'boolean' &&
    (value.exitStatus === undefined || value.exitStatus === null || isTerminalExitStatus(value.exitStatus)) &&
    isMeta(value._meta);
}

/** The shape of {@link TerminalOutputResponse}, as data. */
export const TerminalOutputResponseShape: RecordShape = {
  is: 'record',
  fields: {
    output: { of: { is: 'string' } },
    truncated: { of: { is: 'boolean' } },
    exitStatus: { of: { is: 'nullable', of: TerminalExitStatusShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** The output so far. */
export const TerminalOutputResponse: TypeReader<TerminalOutputResponse> = {
  name: 'TerminalOutputResponse',
  is: isTerminalOutputResponse,
  decode: (value, reading) => decode(isTerminalOutputResponse, TerminalOutputResponseShape, value, reading),
  shape: TerminalOutputResponseShape,
};

/** Waits until the command has ended. */
export interface WaitForTerminalExitRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Id of the terminal. */
  readonly terminalId: TerminalId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link WaitForTerminalExitRequest}. */
export function isWaitForTerminalExitRequest(value: unknown): value is WaitForTerminalExitRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.terminalId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link WaitForTerminalExitRequest}, as data. */
export const WaitForTerminalExitRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    terminalId: { of: TerminalIdShape },
    _meta: lenientMetaField,
  },
};

/** Waits until the command has ended. */
export const WaitForTerminalExitRequest: TypeReader<WaitForTerminalExitRequest> = {
  name: 'WaitForTerminalExitRequest',
  is: isWaitForTerminalExitRequest,
  decode: (value, reading) => decode(isWaitForTerminalExitRequest, WaitForTerminalExitRequestShape, value, reading),
  shape: WaitForTerminalExitRequestShape,
};

/** The command has ended. */
export interface WaitForTerminalExitResponse {
  /** Exit code. Absent if a signal ended the command. */
  readonly exitCode?: number | null;
  /** Signal that ended the command. */
  readonly signal?: string | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link WaitForTerminalExitResponse}. */
export function isWaitForTerminalExitResponse(value: unknown): value is WaitForTerminalExitResponse {
  return isObject(value) &&
    (value.exitCode === undefined || value.exitCode === null || isInteger(value.exitCode, 0)) &&
    (value.signal === undefined || value.signal === null || typeof value.signal === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link WaitForTerminalExitResponse}, as data. */
export const WaitForTerminalExitResponseShape: RecordShape = {
  is: 'record',
  fields: {
    exitCode: { of: { is: 'nullable', of: { is: 'integer', min: 0 } }, optional: true, lenient: true },
    signal: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** The command has ended. */
export const WaitForTerminalExitResponse: TypeReader<WaitForTerminalExitResponse> = {
  name: 'WaitForTerminalExitResponse',
  is: isWaitForTerminalExitResponse,
  decode: (value, reading) => decode(isWaitForTerminalExitResponse, WaitForTerminalExitResponseShape, value, reading),
  shape: WaitForTerminalExitResponseShape,
};

/** Ends the command and keeps the terminal. */
export interface KillTerminalRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Id of the terminal. */
  readonly terminalId: TerminalId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link KillTerminalRequest}. */
export function isKillTerminalRequest(value: unknown): value is KillTerminalRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.terminalId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link KillTerminalRequest}, as data. */
export const KillTerminalRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    terminalId: { of: TerminalIdShape },
    _meta: lenientMetaField,
  },
};

/** Ends the command and keeps the terminal. */
export const KillTerminalRequest: TypeReader<KillTerminalRequest> = {
  name: 'KillTerminalRequest',
  is: isKillTerminalRequest,
  decode: (value, reading) => decode(isKillTerminalRequest, KillTerminalRequestShape, value, reading),
  shape: KillTerminalRequestShape,
};

/** The command has been ended. */
export interface KillTerminalResponse {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link KillTerminalResponse}. */
export function isKillTerminalResponse(value: unknown): value is KillTerminalResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link KillTerminalResponse}, as data. */
export const KillTerminalResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** The command has been ended. */
export const KillTerminalResponse: TypeReader<KillTerminalResponse> = {
  name: 'KillTerminalResponse',
  is: isKillTerminalResponse,
  decode: (value, reading) => decode(isKillTerminalResponse, KillTerminalResponseShape, value, reading),
  shape: KillTerminalResponseShape,
};

/** Ends the command and frees the terminal. */
export interface ReleaseTerminalRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Id of the terminal. */
  readonly terminalId: TerminalId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ReleaseTerminalRequest}. */
export function isReleaseTerminalRequest(value: unknown): value is ReleaseTerminalRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.terminalId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link ReleaseTerminalRequest}, as data. */
export const ReleaseTerminalRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    terminalId: { of: TerminalIdShape },
    _meta: lenientMetaField,
  },
};

/** Ends the command and frees the terminal. */
export const ReleaseTerminalRequest: TypeReader<ReleaseTerminalRequest> = {
  name: 'ReleaseTerminalRequest',
  is: isReleaseTerminalRequest,
  decode: (value, reading) => decode(isReleaseTerminalRequest, ReleaseTerminalRequestShape, value, reading),
  shape: ReleaseTerminalRequestShape,
};

/** The terminal is freed. */
export interface ReleaseTerminalResponse {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ReleaseTerminalResponse}. */
export function isReleaseTerminalResponse(value: unknown): value is ReleaseTerminalResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link ReleaseTerminalResponse}, as data. */
export const ReleaseTerminalResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** The terminal is freed. */
export const ReleaseTerminalResponse: TypeReader<ReleaseTerminalResponse> = {
  name: 'ReleaseTerminalResponse',
  is: isReleaseTerminalResponse,
  decode: (value, reading) => decode(isReleaseTerminalResponse, ReleaseTerminalResponseShape, value, reading),
  shape: ReleaseTerminalResponseShape,
};
