// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';

/** Free text after the name of the command. */
export interface UnstructuredCommandInput {
  /** Placeholder to show while there is no input. */
  readonly hint: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link UnstructuredCommandInput}. */
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
    _meta: lenientMetaField,
  },
};

/** Free text after the name of the command. */
export const UnstructuredCommandInput: TypeReader<UnstructuredCommandInput> = {
  name: 'UnstructuredCommandInput',
  is: isUnstructuredCommandInput,
  decode: (value, reading) => decode(isUnstructuredCommandInput, UnstructuredCommandInputShape, value, reading),
  shape: UnstructuredCommandInputShape,
};

/** Input of a command. */
export type AvailableCommandInput = UnstructuredCommandInput;

/** Returns whether a value is a valid {@link AvailableCommandInput}. */
export function isAvailableCommandInput(value: unknown): value is AvailableCommandInput {
  return isUnstructuredCommandInput(value);
}

/** The shape of {@link AvailableCommandInput}, as data. */
export const AvailableCommandInputShape: Shape = UnstructuredCommandInputShape;

/** Input of a command. */
export const AvailableCommandInput: TypeReader<AvailableCommandInput> = {
  name: 'AvailableCommandInput',
  is: isAvailableCommandInput,
  decode: (value, reading) => decode(isAvailableCommandInput, AvailableCommandInputShape, value, reading),
  shape: AvailableCommandInputShape,
};

/** A slash command that the user can run. */
export interface AvailableCommand {
  /** Name without the slash. */
  readonly name: string;
  /** What the command does. */
  readonly description: string;
  /** Input after the name. Absent if the command takes none. */
  readonly input?: AvailableCommandInput | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link AvailableCommand}. */
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
    _meta: lenientMetaField,
  },
};

/** A slash command that the user can run. */
export const AvailableCommand: TypeReader<AvailableCommand> = {
  name: 'AvailableCommand',
  is: isAvailableCommand,
  decode: (value, reading) => decode(isAvailableCommand, AvailableCommandShape, value, reading),
  shape: AvailableCommandShape,
};

/** The available commands changed. */
export interface AvailableCommandsUpdate {
  /** All commands that are available now. */
  readonly availableCommands: readonly AvailableCommand[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link AvailableCommandsUpdate}. */
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
    _meta: lenientMetaField,
  },
};

/** The available commands changed. */
export const AvailableCommandsUpdate: TypeReader<AvailableCommandsUpdate> = {
  name: 'AvailableCommandsUpdate',
  is: isAvailableCommandsUpdate,
  decode: (value, reading) => decode(isAvailableCommandsUpdate, AvailableCommandsUpdateShape, value, reading),
  shape: AvailableCommandsUpdateShape,
};
