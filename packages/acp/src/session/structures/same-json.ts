import { deepestNesting } from '../../protocol/reading/nesting.ts';

/** Returns whether two JSON values are equal. Values nested deeper than the protocol allows count as different. */
export function isSameJson(left: unknown, right: unknown, levels = deepestNesting): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (levels === 0 || Array.isArray(left) !== Array.isArray(right)) return false;
  if (Array.isArray(left)) return isSameList(left, right as unknown[], levels - 1);
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(right, key)) return false;
    if (!isSameJson((left as Fields)[key], (right as Fields)[key], levels - 1)) return false;
  }
  return true;
}

type Fields = Record<string, unknown>;

function isSameList(left: readonly unknown[], right: readonly unknown[], levels: number): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (!isSameJson(left[index], right[index], levels)) return false;
  return true;
}
