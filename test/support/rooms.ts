import { importsOf, resolveRelative } from './imports.ts';
import type { SourceFile } from './repository.ts';

const library = 'packages/acp/src/';

/** A rule within a layer: what the files of one room may not import. */
interface RoomRule {
  readonly room: RegExp;
  readonly mayNotImport: RegExp;
  readonly why: string;
}

const rules: readonly RoomRule[] = [
  {
    room: /^roles\/agent\//,
    mayNotImport: /^roles\/client\//,
    why: 'an agent does not need what a client does',
  },
  {
    room: /^roles\/client\//,
    mayNotImport: /^roles\/agent\//,
    why: 'a client does not need what an agent does',
  },
  {
    room: /^log\/(?!store\/|memory-|index\.ts)/,
    mayNotImport: /^log\/store\//,
    why: 'only stores build on what stores share',
  },
  {
    room: /^bridge\/(?!(?:v1-june|june-november)\/)/,
    mayNotImport: /^protocol\/(?:v1|june|november)\//,
    why: 'what all edges share knows no dialect',
  },
  {
    room: /^bridge\/v1-june\//,
    mayNotImport: /^bridge\/june-november\//,
    why: 'an edge knows no other edge',
  },
  {
    room: /^bridge\/june-november\//,
    mayNotImport: /^bridge\/v1-june\//,
    why: 'an edge knows no other edge',
  },
  {
    room: /^session\/structures\//,
    mayNotImport: /^session\/(?!structures\/)/,
    why: 'structures know nothing of sessions',
  },
];

/** Imports between rooms of the library that should not know each other. */
export function roomProblems(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const kept = rules.filter(({ room }) => room.test(file.path.slice(library.length)));
    if (kept.length === 0) return [];
    return importsOf(file).flatMap(({ specifier, line }) => {
      if (!specifier?.startsWith('.')) return [];
      const target = resolveRelative(file.path, specifier).slice(library.length);
      const broken = kept.find(({ mayNotImport }) => mayNotImport.test(target));
      return broken === undefined ? [] : [`${file.path}:${line}: imports ${specifier}: ${broken.why}`];
    });
  });
}
