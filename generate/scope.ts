import { baseTopics } from './definitions/base/index.ts';
import type { Definition, DialectDefinitions, Field, Topics, TypeExpression } from './language.ts';

/** A type, its definition and the generated file it belongs to. */
export interface Placed {
  readonly name: string;
  readonly definition: Definition;
  /** The folder of a dialect, or `base` where the generated code does not depend on the dialect. */
  readonly folder: string;
  readonly topic: string;
}

/** The types of a dialect by name. */
export type Scope = ReadonlyMap<string, Placed>;

/** Returns the types of a dialect: its own, and those in `base` that its methods and types lead to. */
export function scopeOf(dialect: DialectDefinitions): Scope {
  const available = new Map([...placedIn(baseTopics, 'base'), ...placedIn(dialect.topics, dialect.folder)]);
  const scope = new Map<string, Placed>();
  const visit = (name: string): void => {
    if (scope.has(name)) return;
    const placed = available.get(name);
    if (placed === undefined) throw new Error(`${name} is not defined in ${dialect.folder}`);
    scope.set(name, placed);
    referencesOf(placed.definition).forEach(visit);
  };
  for (const { params, result } of dialect.methods) [params, ...(result === undefined ? [] : [result])].forEach(visit);
  for (const topic of [...Object.values(dialect.topics), baseTopics.rpc]) Object.keys(topic).forEach(visit);
  // Code generated from a shared definition differs between dialects where it leads to a type that differs.
  const isOwn = ({ folder, definition }: Placed): boolean =>
    folder !== 'base' || (dialect.hasLenientMeta && hasMeta(definition));
  const own = new Set([...scope.values()].filter(isOwn).map(({ name }) => name));
  const leadsToOwn = ({ definition }: Placed): boolean => referencesOf(definition).some((name) => own.has(name));
  for (let before = -1; before !== own.size; ) {
    before = own.size;
    for (const placed of scope.values()) if (leadsToOwn(placed)) own.add(placed.name);
  }
  for (const name of own) scope.set(name, { ...(scope.get(name) as Placed), folder: dialect.folder });
  return new Map(
    [...available.keys()].filter((name) => scope.has(name)).map((name) => [name, scope.get(name) as Placed]),
  );
}

/** Returns the types whose generated code is shared, from all dialects, in the order of their definitions. */
export function sharedScope(scopes: Iterable<Scope>): Scope {
  const placed = [...scopes].flatMap((scope) => [...scope.values()]);
  const names = new Set(placed.filter(({ folder }) => folder === 'base').map(({ name }) => name));
  return new Map([...placedIn(baseTopics, 'base')].filter(([name]) => names.has(name)));
}

function placedIn(topics: Topics, folder: string): Map<string, Placed> {
  const found = new Map<string, Placed>();
  for (const [topic, definitions] of Object.entries(topics)) {
    for (const [name, definition] of Object.entries(definitions)) {
      if (found.has(name)) throw new Error(`${name} is defined twice in ${folder}`);
      found.set(name, { name, definition, folder, topic });
    }
  }
  return found;
}

function hasMeta(definition: Definition): boolean {
  if (definition.is === 'record') return definition.meta;
  return definition.is === 'tagged' && (definition.commonMeta || definition.rest?.meta === true);
}

/** Returns the names of the types that a definition mentions. */
export function referencesOf(definition: Definition): readonly string[] {
  switch (definition.is) {
    case 'record':
      return [...ofFields(definition.fields), ...Object.values(definition.oneOf ?? {})];
    case 'alias':
      return ofExpression(definition.of);
    case 'tagged':
      return [
        ...Object.values(definition.variants).flatMap(ofVariant),
        ...ofFields(definition.common),
        ...ofFields(definition.rest?.fields ?? []),
        ...Object.values(definition.rest?.oneOf ?? {}),
        ...ofVariant(definition.untagged ?? null),
      ];
    case 'keyed':
      return Object.values(definition.by);
    default:
      return [];
  }
}

function ofVariant(body: string | Definition | null): readonly string[] {
  if (body === null) return [];
  return typeof body === 'string' ? [body] : referencesOf(body);
}

function ofFields(fields: readonly Field[]): readonly string[] {
  return fields.flatMap((field) => ofExpression(field.type));
}

function ofExpression(type: TypeExpression): readonly string[] {
  if (type.is === 'name') return [type.name];
  return type.is === 'primitive' ? [] : ofExpression(type.of);
}

/** Returns the types in an order in which each comes after those it mentions. */
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

/** Returns the definition of a type. */
export function definitionOf(name: string, scope: Scope): Definition {
  const placed = scope.get(name);
  if (placed === undefined) throw new Error(`${name} is not defined`);
  return placed.definition;
}
