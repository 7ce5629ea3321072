import type { Definition } from '../language.ts';
import type { Placed, Scope } from '../scope.ts';
import { hasCommon, header } from './text.ts';

/** Emits the index of a dialect: every public name, one by one. */
export function emitIndexFile(scope: Scope): string {
  const files = new Map<string, string[]>();
  for (const placed of [...scope.values()].sort(byPlace)) {
    const path = pathOf(placed);
    files.set(path, [...(files.get(path) ?? []), ...publicNames(placed.name, placed.definition)]);
  }
  files.set('./generated/methods.ts', [
    'methods',
    'type AgentNotifications',
    'type AgentRequests',
    'type ClientNotifications',
    'type ClientRequests',
  ]);
  const lines = [...files].map(
    ([path, names]) => `export {\n${names.map((name) => `  ${name},\n`).join('')}} from '${path}';\n`,
  );
  return header + lines.join('');
}

function byPlace(a: Placed, b: Placed): number {
  return pathOf(a) < pathOf(b) ? -1 : pathOf(a) > pathOf(b) ? 1 : 0;
}

function pathOf(placed: Placed): string {
  return placed.folder === 'base' ? `../base/generated/${placed.topic}.ts` : `./generated/${placed.topic}.ts`;
}

function hasChoice(definition: Definition): boolean {
  return definition.is === 'record' && definition.oneOf !== undefined;
}

/** Returns the names that a type is made of, as users import them; the type and its reader share one. */
export function publicNames(name: string, definition: Definition): readonly string[] {
  const isOpen =
    (definition.is === 'enum' && definition.open) || (definition.is === 'tagged' && definition.rest !== undefined);
  return [
    name,
    ...(isOpen ? [`isKnown${name}`, `type Known${name}`, `type Unknown${name}`] : []),
    ...((definition.is === 'tagged' && hasCommon(definition)) || hasChoice(definition) ? [`type ${name}Common`] : []),
    ...(definition.is === 'codes' ? ['errorCodes'] : []),
  ];
}
