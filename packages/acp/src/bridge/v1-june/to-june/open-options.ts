import { decode } from '../../../protocol/reading/decode.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import type { TypeReader } from '../../../protocol/reading/method.ts';
import { present } from '../../../protocol/reading/optional.ts';
import type { RecordShape } from '../../../protocol/reading/shape.ts';
import type { TakeNote } from '../../ledger.ts';
import * as june from '../june.ts';
import * as v1 from '../v1.ts';

// v1 has switches, and newer agents may have options of other types. June keeps options of any type (P1), so options are read as June
// reads them: the types that both know are the same in both.

type Setup = 'session/new' | 'session/load' | 'session/resume';

/** Returns the reader of an answer that sets a session up: that of v1, with options of any type. */
function setupReader(method: Setup): TypeReader {
  const own = v1.methods[method].result as TypeReader & { readonly shape: RecordShape };
  const open = june.methods[method].result as TypeReader & { readonly shape: RecordShape };
  const is = (value: unknown): value is unknown =>
    isObject(value) && open.is(value) && own.is({ ...value, configOptions: undefined });
  const { configOptions } = open.shape.fields;
  const shape: RecordShape = {
    ...own.shape,
    fields: { ...own.shape.fields, ...present({ configOptions }) },
  };
  return { name: own.name, is, shape, decode: (value, reading) => decode(is, shape, value, reading) };
}

const readers: Readonly<Partial<Record<keyof june.AgentRequests, TypeReader>>> = {
  'session/new': setupReader('session/new'),
  'session/load': setupReader('session/load'),
  'session/resume': setupReader('session/resume'),
};

/** Returns the reader of a v1 agent's answer to a request of a June client. */
export function resultReader(method: keyof june.AgentRequests): TypeReader {
  return readers[method] ?? v1.methods[method].result;
}

/** An answer of v1, with options of any type. */
export type ResultOfV1<Result> = Result extends { readonly configOptions?: unknown }
  ? Omit<Result, 'configOptions'> & { readonly configOptions?: readonly june.SessionConfigOption[] | null }
  : Result;

/** An update of v1, with options of any type. */
export type UpdateOfV1 =
  | Exclude<v1.ReceivedSessionUpdate, { readonly sessionUpdate: 'config_option_update' }>
  | (june.ConfigOptionUpdate & { readonly sessionUpdate: 'config_option_update' });

type UpdateReader = TypeReader<{ readonly sessionId: string; readonly update: UpdateOfV1 }>;

// Each only ever reads updates of the tags for which it has the type.
const ownUpdate = v1.ReceivedSessionNotification as unknown as UpdateReader;
const optionUpdate = june.ReceivedSessionNotification as unknown as UpdateReader;

/** Returns the reader of a v1 agent's update. */
export function updateReader(sessionUpdate: unknown): UpdateReader {
  return sessionUpdate === 'config_option_update' ? optionUpdate : ownUpdate;
}

const switchValues: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Returns the params that set an option. June has only strings as values, so the switches of v1 are set by `true` and `false`. */
export function settingOf(
  options: readonly june.SessionConfigOption[],
  params: june.SetSessionConfigOptionRequest,
  note: TakeNote,
): Omit<june.SetSessionConfigOptionRequest, 'value'> & { readonly value: unknown; readonly type?: 'boolean' } {
  const isSwitch = options.some(({ id, type }) => id === params.configId && type === 'boolean');
  const value = switchValues.get(params.value);
  if (!isSwitch || value === undefined) return params;
  note({
    kind: 'repair',
    rule: 'config-value',
    path: 'value',
    lost: params.value,
    done: `set to the boolean ${value}`,
  });
  return { ...params, type: 'boolean', value };
}
