import type { TaggedDefinition } from '../language.ts';

/** Returns a doc comment on one line. */
export function doc(text: string, indent = ''): string {
  return `${indent}/** ${text} */\n`;
}

/** Returns a key as an object literal or an interface has it. */
export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}

/** Returns a string literal. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Returns whether the variants of a union have fields in common. */
export function hasCommon(definition: TaggedDefinition): boolean {
  return definition.common.length > 0 || definition.commonMeta;
}

/** The first line of every generated file. */
export const header = '// Written by `npm run generate` from generate/definitions. Do not edit.\n\n';
