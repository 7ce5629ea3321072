// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type TaggedShape } from '../../reading/shape.ts';

/** Free text after the name of the command. */
export interface TextCommandInput {
  /** Placeholder to show while there is no input. */
  readonly hint: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TextCommandInput}. */
export function isTextCommandInput(value: unknown): value is TextCommandInput {
  return isObject(value) &&
    typeof value.hint === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link TextCommandInput}, as data. */
export const TextCommandInputShape: RecordShape = {
  is: 'record',
  fields: {
    hint: { of: { is: 'string' } },
    _meta: lenientMetaField,
  },
};

/** Free text after the name of the command. */
export const TextCommandInput: TypeReader<TextCommandInput> = {
  name: 'TextCommandInput',
  is: isTextCommandInput,
  decode: (value, reading) => decode(isTextCommandInput, TextCommandInputShape, value, reading),
  shape: TextCommandInputShape,
};

/** The variants of {@link AvailableCommandInput} that the protocol defines. */
export type KnownAvailableCommandInput =
  | ({ readonly type: 'text' } & TextCommandInput);

/** Any other variant of {@link AvailableCommandInput}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownAvailableCommandInput =
  | ({
      readonly type: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      readonly [key: string]: unknown;
    });

/** Input of a command. */
export type AvailableCommandInput = KnownAvailableCommandInput | UnknownAvailableCommandInput;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownAvailableCommandInput(value: AvailableCommandInput): value is KnownAvailableCommandInput {
  return value.type === 'text';
}

/** Returns whether a value is a valid {@link AvailableCommandInput}. */
export function isAvailableCommandInput(value: unknown): value is AvailableCommandInput {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'text':
      return isTextCommandInput(value);
    default:
      return typeof value.type === 'string';
  }
}

/** The shape of {@link AvailableCommandInput}, as data. */
export const AvailableCommandInputShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    text: TextCommandInputShape,
  },
  rest: { is: 'record', fields: {} },
};

/** Input of a command. */
export const AvailableCommandInput: TypeReader<AvailableCommandInput> = {
  name: 'AvailableCommandInput',
  is: isAvailableCommandInput,
  decode: (value, reading) => decode(isAvailableCommandInput, AvailableCommandInputShape, value, reading),
  shape: AvailableCommandInputShape,
};

/** A slash command that the user can run. */
export interface Command {
  /** Name without the slash. */
  readonly name: string;
  /** What the command does. */
  readonly description: string;
  /** Input after the name. Absent if the command takes none. */
  readonly input?: AvailableCommandInput | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link Command}. */
export function isCommand(value: unknown): value is Command {
  return isObject(value) &&
    typeof value.name === 'string' &&
    typeof value.description === 'string' &&
    (value.input === undefined || value.input === null || isAvailableCommandInput(value.input)) &&
    isMeta(value._meta);
}

/** The shape of {@link Command}, as data. */
export const CommandShape: RecordShape = {
  is: 'record',
  fields: {
    name: { of: { is: 'string' } },
    description: { of: { is: 'string' } },
    input: { of: { is: 'nullable', of: AvailableCommandInputShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** A slash command that the user can run. */
export const Command: TypeReader<Command> = {
  name: 'Command',
  is: isCommand,
  decode: (value, reading) => decode(isCommand, CommandShape, value, reading),
  shape: CommandShape,
};

/** The variants of {@link AvailableCommand} that the protocol defines. */
export type KnownAvailableCommand =
  | ({ readonly type: 'command' } & Command);

/** Any other variant of {@link AvailableCommand}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownAvailableCommand =
  | ({
      readonly type: `_${string}`;
      /** Name without the slash. */
      readonly name: string;
      /** What the command does. */
      readonly description: string;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      /** Name without the slash. */
      readonly name: string;
      /** What the command does. */
      readonly description: string;
      readonly [key: string]: unknown;
    });

/** A command of the agent. */
export type AvailableCommand = KnownAvailableCommand | UnknownAvailableCommand;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownAvailableCommand(value: AvailableCommand): value is KnownAvailableCommand {
  return value.type === 'command';
}

/** Returns whether a value is a valid {@link AvailableCommand}. */
export function isAvailableCommand(value: unknown): value is AvailableCommand {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'command':
      return isCommand(value);
    default:
      return typeof value.type === 'string' && typeof value.name === 'string' && typeof value.description === 'string';
  }
}

/** The shape of {@link AvailableCommand}, as data. */
export const AvailableCommandShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    command: CommandShape,
  },
  rest: {
  is: 'record',
  fields: {
    name: { of: { is: 'string' } },
    description: { of: { is: 'string' } },
  },
},
};

/** A command of the agent. */
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
    availableCommands: { of: { is: 'list', of: AvailableCommandShape }, lenient: 'items' },
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
