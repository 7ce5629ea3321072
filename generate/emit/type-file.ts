import type { Folder } from '../definitions/topics.ts';
import { definitionOf, inOrder, type Placed, referencesOf, type Scope } from '../scope.ts';
import { emitGuards } from './guards.ts';
import { emitShape } from './shapes.ts';
import { doc, header } from './text.ts';
import { emitType } from './types.ts';

/** Names that a generated file may take from the hand-written reading folder. */
const reading: Readonly<Record<string, readonly string[]>> = {
  'decode.ts': ['decode'],
  'guard.ts': [
    'isFreeObject',
    'isInteger',
    'isListOf',
    'isMeta',
    'isObject',
    'isRequestIdValue',
    'isString',
    'type JsonObject',
    'type Meta',
  ],
  'later-draft.ts': ['type OfLaterDraft'],
  'meta.ts': ['metaField'],
  'method.ts': ['type TypeReader'],
  'nesting.ts': ['isWritable'],
  'shape.ts': ['type RecordShape', 'type Shape'],
};

/** One generated file: the types of a topic in a folder, with their guards, shapes and readers. */
export function emitTypeFile(folder: Folder, topic: string, names: readonly string[], scope: Scope): string {
  const ordered = inOrder(names, scope);
  const body = ordered.map((name) => emitOne(name, scope)).join('\n');
  return `${header}${imports(folder, topic, names, scope, body)}\n${body}`;
}

function emitOne(name: string, scope: Scope): string {
  const definition = definitionOf(name, scope);
  const codes =
    definition.is === 'codes'
      ? `${doc('The codes that have a name.')}export const errorCodes = {\n${Object.entries(definition.values)
          .map(([key, [code, describe]]) => `${doc(describe, '  ')}  ${key}: ${code},\n`)
          .join('')}} as const;\n`
      : '';
  return [
    emitType(name, definition),
    codes,
    emitGuards(name, definition, scope),
    doc(`The shape of {@link ${name}}, as data.`) + emitShape(name, definition),
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

function imports(folder: Folder, topic: string, names: readonly string[], scope: Scope, body: string): string {
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
