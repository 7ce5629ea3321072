/** A doc comment, on one line where it fits. */
export function doc(text: string, indent = ''): string {
  return `${indent}/** ${text} */\n`;
}

/** A key as it stands in an object literal or an interface. */
export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}

/** A string literal. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The first line of every generated file. */
export const header = '// Written by `npm run generate` from generate/definitions. Do not edit.\n\n';
