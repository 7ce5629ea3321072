import type { Method } from '../language.ts';
import type { Placed, Scope } from '../scope.ts';
import { doc, header, quoted } from './text.ts';

/** Emits the methods of a dialect: a table for programs and maps of types for the compiler. */
export function emitMethodsFile(methods: readonly Method[], scope: Scope): string {
  const names = [
    ...new Set(methods.flatMap((method) => [method.params, ...(method.result === undefined ? [] : [method.result])])),
  ].sort();
  const maps = (['agent', 'client'] as const).flatMap((side) => [
    typeMap(
      `Requests that the ${side} handles: params and result by method.`,
      `${title(side)}Requests`,
      requestsOf(methods, side),
    ),
    typeMap(
      `Notifications that the ${side} handles: params by method.`,
      `${title(side)}Notifications`,
      notificationsOf(methods, side),
    ),
  ]);
  return [header, imports(names, scope), '\n', maps.join('\n'), '\n', table(methods)].join('');
}

function title(side: string): string {
  return side === 'agent' ? 'Agent' : 'Client';
}

function requestsOf(methods: readonly Method[], side: string): readonly (readonly [string, string])[] {
  return methods
    .filter((method) => method.handledBy === side && method.result !== undefined)
    .map((method) => [method.name, `{ readonly params: ${method.params}; readonly result: ${method.result} }`]);
}

function notificationsOf(methods: readonly Method[], side: string): readonly (readonly [string, string])[] {
  return methods
    .filter((method) => method.handledBy === side && method.result === undefined)
    .map((method) => [method.name, `{ readonly params: ${method.params} }`]);
}

function typeMap(describe: string, name: string, entries: readonly (readonly [string, string])[]): string {
  const lines = entries.map(([method, type]) => `  readonly ${quoted(method)}: ${type};\n`);
  return `${doc(describe)}export interface ${name} {\n${lines.join('')}}\n`;
}

function table(methods: readonly Method[]): string {
  const entries = methods.map((method) => {
    const kind = method.result === undefined ? 'notification' : 'request';
    const result = method.result === undefined ? '' : `    result: ${method.result},\n`;
    return `${doc(method.describe, '  ')}  ${quoted(method.name)}: {\n    name: ${quoted(method.name)},\n    handledBy: '${method.handledBy}',\n    kind: '${kind}',\n    params: ${method.params},\n${result}  },\n`;
  });
  return `${doc('The methods of this dialect by name.')}export const methods = {\n${entries.join('')}} as const satisfies Readonly<Record<string, MethodDefinition>>;\n`;
}

function imports(names: readonly string[], scope: Scope): string {
  const files = new Map<string, string[]>();
  for (const name of names) {
    const { folder, topic } = scope.get(name) as Placed;
    const path = folder === 'base' ? `../../base/generated/${topic}.ts` : `./${topic}.ts`;
    files.set(path, [...(files.get(path) ?? []), name]);
  }
  const lines = [...files.keys()]
    .sort()
    .map(
      (path) => `import {\n${(files.get(path) as string[]).map((name) => `  ${name},\n`).join('')}} from '${path}';\n`,
    );
  return `import type { MethodDefinition } from '../../reading/method.ts';\n${lines.join('')}`;
}
