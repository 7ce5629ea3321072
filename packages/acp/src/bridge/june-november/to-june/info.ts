import type * as june from '../june.ts';
import type * as november from '../november.ts';
import { withNewMeta } from '../upsert-meta.ts';
import type { Crossing } from './crossing.ts';
import { changedMeta, mergedMeta } from './meta.ts';

type Tagged<T> = T & { readonly sessionUpdate: string };

/** Sends what is known about the session, with the whole of its `_meta`. */
export function crossInfo({ session: { values }, send }: Crossing, update: Tagged<november.SessionInfoUpdate>): void {
  const before = values.infoMeta;
  values.infoMeta = mergedMeta(before, update._meta);
  send(withNewMeta(update, changedMeta(before, values.infoMeta)) as june.ReceivedSessionUpdate);
}

/** Sends the usage, with the last cost if it tells none. */
export function crossUsage({ session: { values }, send }: Crossing, update: Tagged<november.UsageUpdate>): void {
  const { cost, ...rest } = update;
  if (cost === undefined) {
    const known = values.cost;
    send((known === undefined ? update : { ...update, cost: known }) as june.ReceivedSessionUpdate);
    return;
  }
  values.cost = cost ?? undefined;
  send((cost === null ? rest : update) as june.ReceivedSessionUpdate);
}
