import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';

/** Answers a permission request with the option that allows it once, or else its first option. */
export function allowing({ options }: JsonObject): unknown {
  const all = Array.isArray(options) ? options.filter(isObject) : [];
  const chosen = all.find(({ kind }) => kind === 'allow_once') ?? all[0];
  if (chosen === undefined) return { outcome: { outcome: 'cancelled' } };
  return { outcome: { outcome: 'selected', optionId: chosen['optionId'] } };
}
