import type { Meta } from '../../protocol/reading/guard.ts';

/** Returns an update with another `_meta`, without any if it is `undefined`, or the update itself if it has this one already. */
export function withNewMeta<T extends { readonly _meta?: Meta | null }>(update: T, meta: Meta | null | undefined): T {
  if (update._meta === meta) return update;
  if (meta !== undefined) return { ...update, _meta: meta };
  const { _meta: _, ...rest } = update;
  return rest as T;
}
