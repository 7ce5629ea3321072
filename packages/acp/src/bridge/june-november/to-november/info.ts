import { isDateTime } from '../../../protocol/reading/text-format.ts';
import type * as june from '../june.ts';
import { withNewMeta } from '../upsert-meta.ts';
import type { Crossing } from './crossing.ts';
import { changeMeta } from './meta.ts';
import { sendChecked } from './sending.ts';

type Tagged<T> = T & { readonly sessionUpdate: string };

/** Sends what is known about the session, with what has changed in its `_meta`. */
export function crossInfo(crossing: Crossing, update: Tagged<june.SessionInfoUpdate>): void {
  const {
    session: { values },
    note,
  } = crossing;
  const { kept, patch } = changeMeta(values.infoMeta, update._meta, { isReplay: values.replay !== undefined, note });
  values.infoMeta = kept;
  const changed = withNewMeta(update, patch);
  const { updatedAt, ...rest } = changed;
  if (typeof updatedAt !== 'string' || isDateTime(updatedAt)) {
    sendChecked(crossing, changed);
    return;
  }
  note({ kind: 'loss', rule: 'date-time', path: 'updatedAt', lost: updatedAt, done: 'left out' });
  sendChecked(crossing, rest);
}

/** Sends the usage; one without a cost takes back the cost that the client knows. */
export function crossUsage(crossing: Crossing, update: Tagged<june.UsageUpdate>): void {
  const { values } = crossing.session;
  const { cost, ...rest } = update;
  const hadCost = values.hasCost;
  values.hasCost = cost !== undefined && cost !== null;
  if (values.hasCost) sendChecked(crossing, update);
  else if (hadCost) sendChecked(crossing, { ...rest, cost: null });
  else sendChecked(crossing, cost === undefined ? update : rest);
}
