import { decode } from '../../../protocol/reading/decode.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import type { TypeReader } from '../../../protocol/reading/method.ts';
import type { RecordShape } from '../../../protocol/reading/shape.ts';
import type { TakeNote } from '../../ledger.ts';
import * as june from '../june.ts';
import * as v1 from '../v1.ts';

// Newer agents of v1 have options of types that its schema does not know, such as switches. v2 keeps options of any type (P1),
// so what a v1 agent says of them is read as v2 reads it: the options that both know are the same in both.

type Setup = 'session/new' | 'session/load' | 'session/resume';

/** Reads an answer that sets a session up: of v1, with options of any type. */
function setupReader(method: Setup): TypeReader {
  const own = v1.methods[method].result as TypeReader & { readonly shape: RecordShape };
  const open = june.methods[method].result as TypeReader & { readonly shape: RecordShape };
  const is = (value: unknown): value is unknown =>
    isObject(value) && open.is(value) && own.is({ ...value, configOptions: undefined });
  const { configOptions } = open.shape.fields;
  const shape: RecordShape = {
    ...own.shape,
    fields: { ...own.shape.fields, ...(configOptions === undefined ? {} : { configOptions }) },
  };
  return { name: own.name, is, shape, decode: (value, reading) => decode(is, shape, value, reading) };
}

const readers: Readonly<Partial<Record<keyof june.AgentRequests, TypeReader>>> = {
  'session/new': setupReader('session/new'),
  'session/load': setupReader('session/load'),
  'session/resume': setupReader('session/resume'),
};

/** How the answer of a v1 agent is read for a v2 client. */
export function resultReader(method: keyof june.AgentRequests): TypeReader {
  return readers[method] ?? v1.methods[method].result;
}

/** An update of a v1 agent: of v1, with options of any type. */
export type UpdateOfV1 =
  | v1.ReceivedSessionUpdate
  | (june.ConfigOptionUpdate & { readonly sessionUpdate: 'config_option_update' });

type UpdateReader = TypeReader<{ readonly sessionId: string; readonly update: UpdateOfV1 }>;

const ownUpdate: UpdateReader = v1.ReceivedSessionNotification;

// Only ever reads updates of one tag.
const optionUpdate = june.ReceivedSessionNotification as unknown as UpdateReader;

/** How an update of a v1 agent is read for a v2 client. */
export function updateReader(sessionUpdate: unknown): UpdateReader {
  return sessionUpdate === 'config_option_update' ? optionUpdate : ownUpdate;
}

const switchValues: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** The request that sets an option: v2 has only names for values, so that a switch of newer v1 agents is set by its word. */
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
