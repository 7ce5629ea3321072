import type { RecordShape, Shape } from '@emend/acp/protocol';
import type { Chance } from '../../soak/chance.ts';

/** Deeper than this nothing is added that need not be: some shapes contain themselves. */
const deepest = 6;

/** A value that has a shape, so that changes to it reach what a reader looks at last. */
export function valueShaped(shape: Shape, chance: Chance, depth = 0): unknown {
  switch (shape.is) {
    case 'string':
      return chance.pick(shape.must === 'path' ? ['/a', '/a/b.txt'] : ['a', 'b c', 'id', '/a']);
    case 'boolean':
      return chance.percent(50);
    case 'double':
      return chance.pick(shape.max === undefined ? [0, 0.5, 1e9] : [0, 0.5, 1]);
    case 'integer':
      return Math.min(shape.max ?? 9, Math.max(shape.min ?? 0, chance.between(0, 9)));
    case 'answer':
      return chance.pick<unknown>(['a', 1, true, ['a']]);
    case 'any':
      return chance.pick<unknown>([null, 1, 'x', [], { a: [1] }]);
    case 'object':
      return chance.pick([{}, { a: 1 }, { a: { b: null } }]);
    case 'requestId':
      return chance.pick(shape.notNull === true ? [0, 'r'] : [0, 'r', null]);
    case 'enum':
      return shape.open === true && chance.percent(10) ? '_own' : chance.pick(shape.values);
    case 'nullable':
      return depth > deepest || chance.percent(30) ? null : valueShaped(shape.of, chance, depth + 1);
    case 'list': {
      const least = shape.notEmpty === true || shape.atLeastOne === true ? 1 : 0;
      const length = chance.between(least, depth > deepest ? 1 : 3);
      return Array.from({ length }, () => valueShaped(shape.of, chance, depth + 1));
    }
    case 'map':
      return { key: valueShaped(shape.of, chance, depth + 1) };
    case 'record':
      return recordOf(shape, chance, depth);
    case 'tagged': {
      const common = shape.common === undefined ? {} : recordOf(shape.common, chance, depth);
      if (shape.untagged !== undefined && chance.percent(20)) {
        return { ...common, ...recordOf(shape.untagged, chance, depth) };
      }
      const variants = Object.entries(shape.variants);
      if (shape.rest !== undefined && (variants.length === 0 || chance.percent(10))) {
        return { ...common, ...recordOf(shape.rest, chance, depth), [shape.tag]: '_own' };
      }
      const [tag, variant] = chance.pick(variants);
      return { ...common, ...(valueShaped(variant, chance, depth) as object), [shape.tag]: tag };
    }
    case 'keyed': {
      const chosen = chance.pick(Object.values(shape.by));
      const records = Array.from({ length: chance.between(1, 3) }, () => recordOf(chosen, chance, depth));
      return shape.lists === true ? records : records[0];
    }
  }
}

function recordOf(shape: RecordShape, chance: Chance, depth: number): object {
  const fields = Object.entries(shape.fields).filter(([, { optional }]) => {
    return optional !== true || (depth <= deepest && chance.percent(50));
  });
  const own = Object.fromEntries(fields.map(([name, { of }]) => [name, valueShaped(of, chance, depth + 1)]));
  if (shape.oneOf === undefined) return own;
  return { ...own, ...recordOf(chance.pick(Object.values(shape.oneOf)), chance, depth) };
}
