import { definitionOf, inOrder, type Placed, referencesOf, type Scope } from '../scope.ts';
import { emitGuards } from './guards.ts';
import { publicNames } from './index-file.ts';
import { emitShape } from './shapes.ts';
import { doc, header } from './text.ts';
import { emitType } from './types.ts';

/** Names that a generated file may import from the hand-written `reading` folder. */
const reading: Readonly<Record<string, readonly string[]>> = {
  'decode.ts': ['decode'],
  'guard.ts': [
    'fitsOne',
    'isAnswer',
    'isFilledListOf',
    'isFreeObject',
    'isInteger',
    'isListOf',
    'isMapOf',
    'isMeta',
    'isNumber',
    'isObject',
    'isRequestIdValue',
    'isString',
    'type JsonObject',
    'type Meta',
  ],
  'later-draft.ts': ['type OfLaterDraft'],
  'meta.ts': ['lenientMetaField', 'metaField'],
  'method.ts': ['type TypeReader'],
  'nesting.ts': ['isWritable'],
  'shape.ts': ['type RecordShape', 'type Shape', 'type TaggedShape'],
};

/**
 * Emits one file: the types of a topic, each with its guard, shape and reader. Types whose code the dialects share are exported again,
 * so that a file of a dialect has all types of its topic.
 */
export function emitTypeFile(folder: string, topic: string, scope: Scope, hasLenientMeta: boolean): string {
  const placed = [...scope.values()].filter((each) => each.topic === topic);
  const own = placed.filter((each) => each.folder === folder).map(({ name }) => name);
  const shared = placed.filter((each) => each.folder !== folder);
  const body = inOrder(own, scope)
    .map((name) => emitOne(name, scope, hasLenientMeta))
    .join('\n');
  const again = shared.length === 0 ? '' : reExport(shared, topic);
  return `${header}${[imports(folder, topic, own, scope, body) + again, body].filter((part) => part !== '').join('\n')}`;
}

function reExport(shared: readonly Placed[], topic: string): string {
  const names = shared.flatMap(({ name, definition }) => publicNames(name, definition));
  return `export {\n${names.map((name) => `  ${name},\n`).join('')}} from '../../base/generated/${topic}.ts';\n`;
}

function emitOne(name: string, scope: Scope, hasLenientMeta: boolean): string {
  const definition = definitionOf(name, scope);
  const codes =
    definition.is === 'codes'
      ? `${doc('Named error codes.')}export const errorCodes = {\n${Object.entries(definition.values)
          .map(([key, [code, describe]]) => `${doc(describe, '  ')}  ${key}: ${code},\n`)
          .join('')}} as const;\n`
      : '';
  return [
    emitType(name, definition),
    codes,
    emitGuards(name, definition, scope),
    doc(`The shape of {@link ${name}}, as data.`) + emitShape(name, definition, hasLenientMeta),
    doc(definition.describe) + emitReader(name),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

// One object literal per type: bundlers drop those that nobody imports, and each decoder keeps its own call site.
function emitReader(name: string): string {
  return `export const ${name}: TypeReader<${name}> = {
  name: '${name}',
  is: is${name},
  decode: (value, reading) => decode(is${name}, ${name}Shape, value, reading),
  shape: ${name}Shape,
};
`;
}

function imports(folder: string, topic: string, names: readonly string[], scope: Scope, body: string): string {
  const lines: string[] = [];
  for (const [file, candidates] of Object.entries(reading)) {
    const used = candidates.filter((name) => uses(body, name.replace('type ', '')));
    if (used.length > 0) lines.push(importLine(used, `../../reading/${file}`));
  }
  const others = new Map<string, Set<string>>();
  for (const name of names) {
    for (const next of referencesOf(definitionOf(name, scope))) {
      const placed = scope.get(next) as Placed;
      if (placed.folder === folder && placed.topic === topic) continue;
      const path =
        placed.folder === folder ? `./${placed.topic}.ts` : `../../${placed.folder}/generated/${placed.topic}.ts`;
      others.set(path, (others.get(path) ?? new Set()).add(next));
    }
  }
  for (const path of [...others.keys()].sort()) {
    const used = [...(others.get(path) as Set<string>)].flatMap((name) => [
      ...(uses(body, `is${name}`) ? [`is${name}`] : []),
      ...(uses(body, `${name}Shape`) ? [`${name}Shape`] : []),
      ...(uses(body, name) ? [`type ${name}`] : []),
    ]);
    lines.push(importLine(used, path));
  }
  return lines.join('');
}

function uses(body: string, name: string): boolean {
  return new RegExp(`(?<![\\w.'@])(?<!link )${name}(?![\\w'])`).test(body);
}

function importLine(names: readonly string[], path: string): string {
  const line = `import { ${names.join(', ')} } from '${path}';\n`;
  return line.length <= 121 ? line : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${path}';\n`;
}
