import { importsOf, resolveRelative } from './imports.ts';
import type { SourceFile } from './repository.ts';

const library = 'packages/acp/src/';

/** A rule within a layer: what the files of one room may not import. */
interface RoomRule {
  readonly room: RegExp;
  readonly mayNotImport: RegExp;
  readonly why: string;
}

/** The folder of an edge: every one in `bridge` that is not for all of them. */
const edge = /^bridge\/(?!live\/|test-support\/)([^/]+)\//;

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
    room: /^remote\/client\//,
    mayNotImport: /^remote\/server\//,
    why: 'a client does not need what a server does',
  },
  {
    room: /^remote\/server\//,
    mayNotImport: /^remote\/client\//,
    why: 'a server does not need what a client does',
  },
  {
    room: /^remote\/wire\//,
    mayNotImport: /^remote\/(?:client|server)\//,
    why: 'both sides build on the wire',
  },
  {
    room: /^log\/(?!store\/|memory-|index\.ts)/,
    mayNotImport: /^log\/store\//,
    why: 'only stores build on what stores share',
  },
  {
    room: /^bridge\/(?:live\/|[^/]+$)/,
    mayNotImport: /^protocol\/(?!base\/|git-patch\/|reading\/|schema\/)[^/]+\//,
    why: 'what all edges share knows no dialect',
  },
  {
    room: /^session\/structures\//,
    mayNotImport: /^session\/(?!structures\/)/,
    why: 'structures know nothing of sessions',
  },
];

/** The edges that are made of others, with those that they are made of. */
const madeOf: Readonly<Record<string, readonly string[]>> = { 'v1-november': ['v1-june', 'june-november'] };

/** Returns why a file may not import from an edge; `undefined` if it may, or if the target is in none. */
function edgeProblem(path: string, target: string): string | undefined {
  const name = edge.exec(target)?.[1];
  const own = edge.exec(path)?.[1];
  if (name === undefined || name === own || path === 'bridge/edges.ts') return undefined;
  if (own === undefined) return 'only bridge/edges.ts knows the edges';
  return madeOf[own]?.includes(name) ? undefined : 'an edge knows no other edge, unless it is made of them';
}

/** Imports between rooms of the library that should not know each other. */
export function roomProblems(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const path = file.path.slice(library.length);
    const kept = rules.filter(({ room }) => room.test(path));
    return importsOf(file).flatMap(({ specifier, line }) => {
      if (!specifier?.startsWith('.')) return [];
      const target = resolveRelative(file.path, specifier).slice(library.length);
      const why = kept.find(({ mayNotImport }) => mayNotImport.test(target))?.why ?? edgeProblem(path, target);
      return why === undefined ? [] : [`${file.path}:${line}: imports ${specifier}: ${why}`];
    });
  });
}
