import { type Folder, topics } from './definitions/topics.ts';
import type { Definition, Field, TypeExpression } from './language.ts';

/** A version of the protocol, by its folder. */
type Version = 'v1' | 'june';

/** A type, its definition and the generated file it lives in. */
export interface Placed {
  readonly name: string;
  readonly definition: Definition;
  readonly folder: Folder;
  readonly topic: string;
}

/** Every type that one version has, by name. */
export type Scope = ReadonlyMap<string, Placed>;

/** The types of a version: those written alike for both, and its own. */
export function scopeOf(version: Version): Scope {
  const own = collect(version);
  const shared = collect('base');
  const scope = new Map<string, Placed>();
  for (const placed of [...shared.values(), ...own.values()]) {
    if (shared.has(placed.name) && own.has(placed.name))
      throw new Error(`${placed.name} is defined twice for ${version}`);
    scope.set(placed.name, placed);
  }
  // A shared definition that leads to a type which differs between the versions is a type of each version.
  for (const placed of shared.values()) {
    if (!isShared(placed.name, scope, new Set())) scope.set(placed.name, { ...placed, folder: version });
  }
  return scope;
}

function collect(folder: Folder): Map<string, Placed> {
  const found = new Map<string, Placed>();
  for (const [topic, definitions] of Object.entries(topics[folder])) {
    for (const [name, definition] of Object.entries(definitions)) {
      if (found.has(name)) throw new Error(`${name} is defined twice in ${folder}`);
      found.set(name, { name, definition, folder, topic });
    }
  }
  return found;
}

function isShared(name: string, scope: Scope, seen: Set<string>): boolean {
  if (seen.has(name)) return true;
  seen.add(name);
  const placed = scope.get(name);
  if (placed === undefined) throw new Error(`${name} is not defined`);
  if (topics.base[placed.topic]?.[name] === undefined) return false;
  return referencesOf(placed.definition).every((next) => isShared(next, scope, seen));
}

/** The names of the types that a definition mentions. */
export function referencesOf(definition: Definition): readonly string[] {
  switch (definition.is) {
    case 'record':
      return ofFields(definition.fields);
    case 'alias':
      return ofExpression(definition.of);
    case 'tagged':
      return [
        ...Object.values(definition.variants).filter((name) => name !== null),
        ...ofFields(definition.common),
        ...ofFields(definition.rest?.fields ?? []),
        ...(definition.untagged === undefined ? [] : [definition.untagged]),
      ];
    case 'keyed':
      return Object.values(definition.by);
    default:
      return [];
  }
}

function ofFields(fields: readonly Field[]): readonly string[] {
  return fields.flatMap((field) => ofExpression(field.type));
}

function ofExpression(type: TypeExpression): readonly string[] {
  if (type.is === 'name') return [type.name];
  return type.is === 'primitive' ? [] : ofExpression(type.of);
}

/** The types in an order in which each comes after those it mentions. */
export function inOrder(names: readonly string[], scope: Scope): readonly string[] {
  const ordered: string[] = [];
  const open = new Set<string>();
  const visit = (name: string): void => {
    if (ordered.includes(name)) return;
    if (open.has(name)) throw new Error(`${name} contains itself`);
    open.add(name);
    for (const next of referencesOf(definitionOf(name, scope))) if (names.includes(next)) visit(next);
    ordered.push(name);
  };
  for (const name of names) visit(name);
  return ordered;
}

/** The definition behind a name. */
export function definitionOf(name: string, scope: Scope): Definition {
  const placed = scope.get(name);
  if (placed === undefined) throw new Error(`${name} is not defined`);
  return placed.definition;
}
