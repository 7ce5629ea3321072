// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';

/** Whatever the person types behind the command name. */
export interface UnstructuredCommandInput {
  /** What to show while nothing is typed. */
  readonly hint: string;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link UnstructuredCommandInput}. */
export function isUnstructuredCommandInput(value: unknown): value is UnstructuredCommandInput {
  return isObject(value) &&
    typeof value.hint === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link UnstructuredCommandInput}, as data. */
export const UnstructuredCommandInputShape: RecordShape = {
  is: 'record',
  fields: {
    hint: { of: { is: 'string' } },
    _meta: metaField,
  },
};

/** Whatever the person types behind the command name. */
export const UnstructuredCommandInput: TypeReader<UnstructuredCommandInput> = {
  name: 'UnstructuredCommandInput',
  is: isUnstructuredCommandInput,
  decode: (value, reading) => decode(isUnstructuredCommandInput, UnstructuredCommandInputShape, value, reading),
  shape: UnstructuredCommandInputShape,
};

/** What a command takes. */
export type AvailableCommandInput = UnstructuredCommandInput;

/** Whether a value is a valid {@link AvailableCommandInput}. */
export function isAvailableCommandInput(value: unknown): value is AvailableCommandInput {
  return isUnstructuredCommandInput(value);
}

/** The shape of {@link AvailableCommandInput}, as data. */
export const AvailableCommandInputShape: Shape = UnstructuredCommandInputShape;

/** What a command takes. */
export const AvailableCommandInput: TypeReader<AvailableCommandInput> = {
  name: 'AvailableCommandInput',
  is: isAvailableCommandInput,
  decode: (value, reading) => decode(isAvailableCommandInput, AvailableCommandInputShape, value, reading),
  shape: AvailableCommandInputShape,
};

/** A command that the person can call by a slash. */
export interface AvailableCommand {
  /** Its name, without the slash. */
  readonly name: string;
  /** What it does. */
  readonly description: string;
  /** What may follow the name; nothing if absent. */
  readonly input?: AvailableCommandInput | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link AvailableCommand}. */
export function isAvailableCommand(value: unknown): value is AvailableCommand {
  return isObject(value) &&
    typeof value.name === 'string' &&
    typeof value.description === 'string' &&
    (value.input === undefined || value.input === null || isAvailableCommandInput(value.input)) &&
    isMeta(value._meta);
}

/** The shape of {@link AvailableCommand}, as data. */
export const AvailableCommandShape: RecordShape = {
  is: 'record',
  fields: {
    name: { of: { is: 'string' } },
    description: { of: { is: 'string' } },
    input: { of: { is: 'nullable', of: AvailableCommandInputShape }, optional: true, lenient: true },
    _meta: metaField,
  },
};

/** A command that the person can call by a slash. */
export const AvailableCommand: TypeReader<AvailableCommand> = {
  name: 'AvailableCommand',
  is: isAvailableCommand,
  decode: (value, reading) => decode(isAvailableCommand, AvailableCommandShape, value, reading),
  shape: AvailableCommandShape,
};

/** The commands of the session changed. */
export interface AvailableCommandsUpdate {
  /** All commands there are now. */
  readonly availableCommands: readonly AvailableCommand[];
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link AvailableCommandsUpdate}. */
export function isAvailableCommandsUpdate(value: unknown): value is AvailableCommandsUpdate {
  return isObject(value) &&
    isListOf(value.availableCommands, isAvailableCommand) &&
    isMeta(value._meta);
}

/** The shape of {@link AvailableCommandsUpdate}, as data. */
export const AvailableCommandsUpdateShape: RecordShape = {
  is: 'record',
  fields: {
    availableCommands: { of: { is: 'list', of: AvailableCommandShape }, lenient: true },
    _meta: metaField,
  },
};

/** The commands of the session changed. */
export const AvailableCommandsUpdate: TypeReader<AvailableCommandsUpdate> = {
  name: 'AvailableCommandsUpdate',
  is: isAvailableCommandsUpdate,
  decode: (value, reading) => decode(isAvailableCommandsUpdate, AvailableCommandsUpdateShape, value, reading),
  shape: AvailableCommandsUpdateShape,
};
