import { isObject } from '../../../protocol/reading/guard.ts';
import { present } from '../../../protocol/reading/optional.ts';
import { withConfigValue } from '../../../session/config-value.ts';
import type { TakeNote } from '../../ledger.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import type { Crossing } from './crossing.ts';
import type { Offer, OfferKind, Session } from './session.ts';

// v1 has modes beside the options of a session, and its agents offer models in the same way, without a schema. In June both are
// options.

const names = { mode: 'Mode', model: 'Model' } as const;
const rules = {
  mode: { offered: 'mode-option', superseded: 'modes-superseded' },
  model: { offered: 'model-option', superseded: 'models-superseded' },
} as const;
const kinds: readonly OfferKind[] = ['mode', 'model'];

/** The models of an agent, in its answer to a request that sets a session up. */
interface ModelState {
  readonly currentModelId: string;
  readonly availableModels: readonly { readonly modelId: string; readonly name: string }[];
  readonly _meta?: june.SessionConfigOption['_meta'];
}

/** The modes, models and options in an answer that sets a session up. */
export interface SetupOffers {
  readonly modes?: v1.SessionModeState | null;
  /** Not in any schema. */
  readonly models?: unknown;
  readonly configOptions?: readonly june.SessionConfigOption[] | null;
}

type Values = readonly (june.SessionConfigSelectOption & { readonly [key: string]: unknown })[];

function offerOf(kind: OfferKind, currentValue: string, options: Values, _meta: Offer['_meta']): Offer {
  return present({ id: kind, name: names[kind], category: kind, type: 'select', currentValue, options, _meta });
}

function offerOfModes({ currentModeId, availableModes, _meta }: v1.SessionModeState): Offer {
  return offerOf(
    'mode',
    currentModeId,
    availableModes.map(({ id, ...rest }) => ({ value: id, ...rest })),
    _meta,
  );
}

function offerOfModels({ currentModelId, availableModels, _meta }: ModelState): Offer {
  return offerOf(
    'model',
    currentModelId,
    availableModels.map(({ modelId, ...rest }) => ({ value: modelId, ...rest })),
    _meta,
  );
}

function isModelState(value: unknown): value is ModelState {
  return (
    isObject(value) &&
    typeof value['currentModelId'] === 'string' &&
    Array.isArray(value['availableModels']) &&
    value['availableModels'].every(isObject) &&
    june.SessionConfigOption.is(offerOfModels(value as unknown as ModelState))
  );
}

function stands(kind: OfferKind): (option: june.SessionConfigOption) => boolean {
  return (option) => june.isKnownSessionConfigOption(option) && option.category === kind;
}

/** Returns the offer with an id that no other option has. */
function withFreeId(session: Session, kind: OfferKind, offer: Offer): Offer {
  const others = kinds.flatMap((other) => (other === kind ? [] : (session.offers[other]?.id ?? [])));
  const ids = new Set([...session.options.map(({ id }) => id), ...others]);
  if (!ids.has(offer.id)) return offer;
  for (let count = 1; ; count++) {
    const id = count === 1 ? kind : `${kind}-${count}`;
    if (!ids.has(id)) return { ...offer, id };
  }
}

function hasOffers({ offers }: Session): boolean {
  return offers.mode !== undefined || offers.model !== undefined;
}

/** Returns all options of a session as the June client sees them, those made from modes and models first. */
export function completeOptions(session: Session): readonly june.SessionConfigOption[] {
  if (!hasOffers(session)) return session.options;
  return [...kinds.flatMap((kind) => session.offers[kind] ?? []), ...session.options];
}

/** Returns what an option is made from; `undefined` if it is the agent's own. */
export function offerWithId({ offers }: Session, configId: string): OfferKind | undefined {
  return kinds.find((kind) => offers[kind]?.id === configId);
}

/** Remembers the mode or model that was chosen. */
export function choose(session: Session, kind: OfferKind, currentValue: string): void {
  const offer = session.offers[kind];
  if (offer !== undefined) session.offers[kind] = { ...offer, currentValue };
}

/** Turns modes or models into an option, unless the agent has an option of its own for them; returns whether it has. */
function isSuperseded(session: Session, kind: OfferKind, offer: Offer, note: TakeNote): boolean {
  const path = `${kind}s`;
  if (session.options.some(stands(kind))) {
    session.offers[kind] = undefined;
    const done = 'the option stands for them';
    note({ kind: 'repair', rule: rules[kind].superseded, path, lost: `the ${path}`, done });
    return true;
  }
  const free = withFreeId(session, kind, offer);
  session.offers[kind] = free;
  note({ kind: 'repair', rule: rules[kind].offered, path, lost: path, done: `offered as option ${free.id}` });
  return false;
}

/** Remembers what can be set in a session that was set up; returns the options for the June client. */
export function rememberSetup(
  session: Session,
  { modes, models, configOptions }: SetupOffers,
  note: TakeNote,
): readonly june.SessionConfigOption[] | null | undefined {
  if (configOptions !== undefined && configOptions !== null) session.options = configOptions;
  const untold = session.untoldMode;
  session.untoldMode = undefined;
  let isOwn = false;
  if (modes !== undefined && modes !== null) isOwn = isSuperseded(session, 'mode', offerOfModes(modes), note);
  else if (untold !== undefined) noteUntold(untold, note);
  if (isModelState(models)) isOwn = isSuperseded(session, 'model', offerOfModels(models), note) || isOwn;
  else if (models !== undefined && models !== null)
    note({ kind: 'loss', rule: 'malformed', path: 'models', lost: models, done: 'left out' });
  if (hasOffers(session)) return completeOptions(session);
  return isOwn ? session.options : configOptions;
}

function noteUntold(update: v1.CurrentModeUpdate, note: TakeNote): void {
  note({ kind: 'loss', rule: 'mode-without-modes', path: 'currentModeId', lost: update.currentModeId });
}

/** Reports a mode that the agent sent in a session without modes, and drops it. */
export function dropUntoldMode(crossing: Crossing): void {
  const { untoldMode } = crossing.session;
  crossing.session.untoldMode = undefined;
  if (untoldMode !== undefined) noteUntold(untoldMode, crossing.note);
}

/** Sends a change of mode: all options, with the new value. */
export function crossMode(crossing: Crossing, update: v1.CurrentModeUpdate & { readonly sessionUpdate: string }): void {
  const { session } = crossing;
  const { currentModeId, sessionUpdate: _, ...rest } = update;
  const own = session.options.find(stands('mode'));
  if (session.offers.mode !== undefined) choose(session, 'mode', currentModeId);
  else if (own !== undefined) session.options = withConfigValue(session.options, own.id, currentModeId);
  else {
    session.untoldMode = update;
    // The answer that sets the session up may still bring the modes, and with them the current one.
    if (session.setups === 0) dropUntoldMode(crossing);
    return;
  }
  crossing.send({ ...rest, sessionUpdate: 'config_option_update', configOptions: completeOptions(session) });
}

/** Sends the new state of the options. */
export function crossOptions(
  crossing: Crossing,
  update: june.ConfigOptionUpdate & { readonly sessionUpdate: string },
): void {
  const { session } = crossing;
  session.options = update.configOptions;
  for (const kind of kinds) {
    const offer = session.offers[kind];
    if (offer === undefined) continue;
    session.offers[kind] = session.options.some(stands(kind)) ? undefined : withFreeId(session, kind, offer);
  }
  crossing.send(
    hasOffers(session)
      ? { ...update, sessionUpdate: 'config_option_update', configOptions: completeOptions(session) }
      : (update as june.SessionUpdate),
  );
}
