import type { Note } from '../ledger.ts';
import type * as v1 from '../v1.ts';
import * as v2 from '../v2.ts';
import type { Crossing } from './crossing.ts';
import type { Session } from './session.ts';

function modeOption(optionId: string, state: v1.SessionModeState): v2.SessionConfigOption {
  return {
    id: optionId,
    name: 'Mode',
    category: 'mode',
    type: 'select',
    currentValue: state.currentModeId,
    options: state.availableModes.map(({ id, ...rest }) => ({ value: id, ...rest })),
    ...(state._meta === undefined ? {} : { _meta: state._meta }),
  };
}

function isMode(option: v2.SessionConfigOption): boolean {
  return v2.isKnownSessionConfigOption(option) && option.category === 'mode';
}

function freeOptionId(options: readonly v2.SessionConfigOption[]): string {
  const ids = new Set(options.map((option) => option.id));
  for (let count = 1; ; count++) {
    const id = count === 1 ? 'mode' : `mode-${count}`;
    if (!ids.has(id)) return id;
  }
}

/** All options of a session as the v2 client sees them, the one made of modes first. */
export function completeOptions(session: Session): readonly v2.SessionConfigOption[] {
  if (session.modes === undefined) return session.options;
  return [modeOption(session.modes.optionId, session.modes.state), ...session.options];
}

/** Remembers the options and modes of a session that was set up, and gives the options that v2 sees. */
export function rememberSetup(
  session: Session,
  response: {
    readonly modes?: v1.SessionModeState | null;
    readonly configOptions?: readonly v2.SessionConfigOption[] | null;
  },
  note: (note: Note) => void,
): readonly v2.SessionConfigOption[] | null | undefined {
  const { modes, configOptions } = response;
  if (configOptions !== undefined && configOptions !== null) session.options = configOptions;
  const untold = session.untoldMode;
  session.untoldMode = undefined;
  if (modes === undefined || modes === null) {
    if (untold !== undefined) noteUntold(untold, note);
    return session.modes === undefined ? configOptions : completeOptions(session);
  }
  if (session.options.some(isMode)) {
    note({
      kind: 'repair',
      rule: 'modes-superseded',
      path: 'modes',
      lost: 'the modes',
      done: 'the option stands for them',
    });
    session.modes = undefined;
    return session.options;
  }
  const optionId = freeOptionId(session.options);
  session.modes = { optionId, state: modes };
  note({ kind: 'repair', rule: 'mode-option', path: 'modes', lost: 'modes', done: `offered as option ${optionId}` });
  return completeOptions(session);
}

function noteUntold(update: v1.CurrentModeUpdate, note: (note: Note) => void): void {
  note({ kind: 'loss', rule: 'mode-without-modes', path: 'currentModeId', lost: update.currentModeId });
}

/** Gives up a mode that was told in a session without modes. */
export function dropUntoldMode(crossing: Crossing): void {
  const { untoldMode } = crossing.session;
  crossing.session.untoldMode = undefined;
  if (untoldMode !== undefined) noteUntold(untoldMode, crossing.note);
}

/** A change of mode on its way to v2: the complete options with the new value. */
export function crossMode(crossing: Crossing, update: v1.CurrentModeUpdate & { readonly sessionUpdate: string }): void {
  const { session } = crossing;
  const { currentModeId, sessionUpdate: _, ...rest } = update;
  if (session.modes !== undefined) {
    session.modes.state = { ...session.modes.state, currentModeId };
  } else if (session.options.some(isMode)) {
    session.options = session.options.map((option) =>
      isMode(option) ? { ...option, currentValue: currentModeId } : option,
    );
  } else {
    session.untoldMode = update;
    // The answer that sets the session up may still bring the modes, and with them the current one.
    if (session.setups === 0) dropUntoldMode(crossing);
    return;
  }
  crossing.send({ ...rest, sessionUpdate: 'config_option_update', configOptions: completeOptions(session) });
}

/** The new state of the options on its way to v2. */
export function crossOptions(
  crossing: Crossing,
  update: v2.ConfigOptionUpdate & { readonly sessionUpdate: string },
): void {
  const { session } = crossing;
  session.options = update.configOptions;
  if (session.modes !== undefined && session.options.some(isMode)) session.modes = undefined;
  if (session.modes?.optionId !== undefined && session.options.some(({ id }) => id === session.modes?.optionId)) {
    session.modes = { ...session.modes, optionId: freeOptionId(session.options) };
  }
  crossing.send(
    session.modes === undefined
      ? (update as v2.SessionUpdate)
      : { ...update, sessionUpdate: 'config_option_update', configOptions: completeOptions(session) },
  );
}
