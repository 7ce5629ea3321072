// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
import { TerminalIdShape, type TerminalId } from '../../base/generated/tool-call.ts';
import { AbsolutePathShape, type AbsolutePath } from './path.ts';

/** A terminal, shown inside a tool call. */
export interface Terminal {
  /** Id of the terminal. */
  readonly terminalId: TerminalId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link Terminal}. */
export function isTerminal(value: unknown): value is Terminal {
  return isObject(value) &&
    typeof value.terminalId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link Terminal}, as data. */
export const TerminalShape: RecordShape = {
  is: 'record',
  fields: {
    terminalId: { of: TerminalIdShape },
    _meta: lenientMetaField,
  },
};

/** A terminal, shown inside a tool call. */
export const Terminal: TypeReader<Terminal> = {
  name: 'Terminal',
  is: isTerminal,
  decode: (value, reading) => decode(isTerminal, TerminalShape, value, reading),
  shape: TerminalShape,
};

/** All output of a terminal. */
export interface TerminalOutput {
  /** The bytes in base64. */
  readonly data: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TerminalOutput}. */
export function isTerminalOutput(value: unknown): value is TerminalOutput {
  return isObject(value) &&
    typeof value.data === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link TerminalOutput}, as data. */
export const TerminalOutputShape: RecordShape = {
  is: 'record',
  fields: {
    data: { of: { is: 'string', must: 'base64' } },
    _meta: lenientMetaField,
  },
};

/** All output of a terminal. */
export const TerminalOutput: TypeReader<TerminalOutput> = {
  name: 'TerminalOutput',
  is: isTerminalOutput,
  decode: (value, reading) => decode(isTerminalOutput, TerminalOutputShape, value, reading),
  shape: TerminalOutputShape,
};

/** How a command ended. */
export interface TerminalExitStatus {
  /** Exit code, if known. */
  readonly exitCode?: number | null;
  /** Signal that ended the command. */
  readonly signal?: string | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TerminalExitStatus}. */
export function isTerminalExitStatus(value: unknown): value is TerminalExitStatus {
  return isObject(value) &&
    (value.exitCode === undefined || value.exitCode === null || Number.isInteger(value.exitCode)) &&
    (value.signal === undefined || value.signal === null || typeof value.signal === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link TerminalExitStatus}, as data. */
export const TerminalExitStatusShape: RecordShape = {
  is: 'record',
  fields: {
    exitCode: { of: { is: 'nullable', of: { is: 'integer' } }, optional: true, lenient: true },
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

/** The size of a terminal in characters. */
export interface TerminalSize {
  /** Number of columns. */
  readonly cols: number;
  /** Number of rows. */
  readonly rows: number;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TerminalSize}. */
export function isTerminalSize(value: unknown): value is TerminalSize {
  return isObject(value) &&
    isInteger(value.cols, 1, 65535) &&
    isInteger(value.rows, 1, 65535) &&
    isMeta(value._meta);
}

/** The shape of {@link TerminalSize}, as data. */
export const TerminalSizeShape: RecordShape = {
  is: 'record',
  fields: {
    cols: { of: { is: 'integer', min: 1, max: 65535 } },
    rows: { of: { is: 'integer', min: 1, max: 65535 } },
    _meta: lenientMetaField,
  },
};

/** The size of a terminal in characters. */
export const TerminalSize: TypeReader<TerminalSize> = {
  name: 'TerminalSize',
  is: isTerminalSize,
  decode: (value, reading) => decode(isTerminalSize, TerminalSizeShape, value, reading),
  shape: TerminalSizeShape,
};

/** Marks that the terminal can be cancelled. */
export interface TerminalCancelCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TerminalCancelCapabilities}. */
export function isTerminalCancelCapabilities(value: unknown): value is TerminalCancelCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link TerminalCancelCapabilities}, as data. */
export const TerminalCancelCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** Marks that the terminal can be cancelled. */
export const TerminalCancelCapabilities: TypeReader<TerminalCancelCapabilities> = {
  name: 'TerminalCancelCapabilities',
  is: isTerminalCancelCapabilities,
  decode: (value, reading) => decode(isTerminalCancelCapabilities, TerminalCancelCapabilitiesShape, value, reading),
  shape: TerminalCancelCapabilitiesShape,
};

/** What can be done with a terminal. */
export interface TerminalCapabilities {
  /** Present if `terminal/cancel` works now. */
  readonly cancel?: TerminalCancelCapabilities | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TerminalCapabilities}. */
export function isTerminalCapabilities(value: unknown): value is TerminalCapabilities {
  return isObject(value) &&
    (value.cancel === undefined || value.cancel === null || isTerminalCancelCapabilities(value.cancel)) &&
    isMeta(value._meta);
}

/** The shape of {@link TerminalCapabilities}, as data. */
export const TerminalCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    cancel: { of: { is: 'nullable', of: TerminalCancelCapabilitiesShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** What can be done with a terminal. */
export const TerminalCapabilities: TypeReader<TerminalCapabilities> = {
  name: 'TerminalCapabilities',
  is: isTerminalCapabilities,
  decode: (value, reading) => decode(isTerminalCapabilities, TerminalCapabilitiesShape, value, reading),
  shape: TerminalCapabilitiesShape,
};

/** Creates or updates a terminal: omitted keeps, null clears, a value replaces. */
export interface TerminalUpdate {
  /** Id of the terminal. */
  readonly terminalId: TerminalId;
  /** Command that runs in the terminal. */
  readonly command?: string | null;
  /** Working directory of the command. */
  readonly cwd?: AbsolutePath | null;
  /** All output so far. */
  readonly output?: TerminalOutput | null;
  /** How the command ended. */
  readonly exitStatus?: TerminalExitStatus | null;
  /** Size of the terminal. */
  readonly size?: TerminalSize | null;
  /** What can be done with the terminal now. */
  readonly capabilities?: TerminalCapabilities | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TerminalUpdate}. */
export function isTerminalUpdate(value: unknown): value is TerminalUpdate {
  return isObject(value) &&
    typeof value.terminalId === 'string' &&
    (value.command === undefined || value.command === null || typeof value.command === 'string') &&
    (value.cwd === undefined || value.cwd === null || typeof value.cwd === 'string') &&
    (value.output === undefined || value.output === null || isTerminalOutput(value.output)) &&
    (value.exitStatus === undefined || value.exitStatus === null || isTerminalExitStatus(value.exitStatus)) &&
    (value.size === undefined || value.size === null || isTerminalSize(value.size)) &&
    (value.capabilities === undefined || value.capabilities === null || isTerminalCapabilities(value.capabilities)) &&
    isMeta(value._meta);
}

/** The shape of {@link TerminalUpdate}, as data. */
export const TerminalUpdateShape: RecordShape = {
  is: 'record',
  fields: {
    terminalId: { of: TerminalIdShape },
    command: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    cwd: { of: { is: 'nullable', of: AbsolutePathShape }, optional: true, lenient: true },
    output: { of: { is: 'nullable', of: TerminalOutputShape }, optional: true, lenient: true },
    exitStatus: { of: { is: 'nullable', of: TerminalExitStatusShape }, optional: true, lenient: true },
    size: { of: { is: 'nullable', of: TerminalSizeShape }, optional: true, lenient: true },
    capabilities: { of: { is: 'nullable', of: TerminalCapabilitiesShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Creates or updates a terminal: omitted keeps, null clears, a value replaces. */
export const TerminalUpdate: TypeReader<TerminalUpdate> = {
  name: 'TerminalUpdate',
  is: isTerminalUpdate,
  decode: (value, reading) => decode(isTerminalUpdate, TerminalUpdateShape, value, reading),
  shape: TerminalUpdateShape,
};

/** Appends to the output of a terminal. */
export interface TerminalOutputChunk {
  /** Id of the terminal. */
  readonly terminalId: TerminalId;
  /** The bytes in base64. */
  readonly data: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TerminalOutputChunk}. */
export function isTerminalOutputChunk(value: unknown): value is TerminalOutputChunk {
  return isObject(value) &&
    typeof value.terminalId === 'string' &&
    typeof value.data === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link TerminalOutputChunk}, as data. */
export const TerminalOutputChunkShape: RecordShape = {
  is: 'record',
  fields: {
    terminalId: { of: TerminalIdShape },
    data: { of: { is: 'string', must: 'base64' } },
    _meta: lenientMetaField,
  },
};

/** Appends to the output of a terminal. */
export const TerminalOutputChunk: TypeReader<TerminalOutputChunk> = {
  name: 'TerminalOutputChunk',
  is: isTerminalOutputChunk,
  decode: (value, reading) => decode(isTerminalOutputChunk, TerminalOutputChunkShape, value, reading),
  shape: TerminalOutputChunkShape,
};

/** Ends the command of a terminal. */
export interface CancelTerminalRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Id of the terminal. */
  readonly terminalId: TerminalId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CancelTerminalRequest}. */
export function isCancelTerminalRequest(value: unknown): value is CancelTerminalRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.terminalId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link CancelTerminalRequest}, as data. */
export const CancelTerminalRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    terminalId: { of: TerminalIdShape },
    _meta: lenientMetaField,
  },
};

/** Ends the command of a terminal. */
export const CancelTerminalRequest: TypeReader<CancelTerminalRequest> = {
  name: 'CancelTerminalRequest',
  is: isCancelTerminalRequest,
  decode: (value, reading) => decode(isCancelTerminalRequest, CancelTerminalRequestShape, value, reading),
  shape: CancelTerminalRequestShape,
};

/** The command is being ended. */
export interface CancelTerminalResponse {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CancelTerminalResponse}. */
export function isCancelTerminalResponse(value: unknown): value is CancelTerminalResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link CancelTerminalResponse}, as data. */
export const CancelTerminalResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** The command is being ended. */
export const CancelTerminalResponse: TypeReader<CancelTerminalResponse> = {
  name: 'CancelTerminalResponse',
  is: isCancelTerminalResponse,
  decode: (value, reading) => decode(isCancelTerminalResponse, CancelTerminalResponseShape, value, reading),
  shape: CancelTerminalResponseShape,
};
