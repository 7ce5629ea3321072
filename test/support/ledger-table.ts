import type { SourceFile } from './repository.ts';

/** The folders of the bridge whose code translates one way, with what people call that way. */
const ways: Readonly<Record<string, string>> = {
  'v1-june/to-june': 'v1 → June',
  'v1-june/to-v1': 'June → v1',
  'june-november/to-june': 'November → June',
  'june-november/to-november': 'June → November',
};

interface Use {
  readonly ways: Set<string>;
  readonly kinds: Set<string>;
}

function usesOf(rule: string, files: readonly SourceFile[]): Use {
  const use: Use = { ways: new Set(), kinds: new Set() };
  const quoted = new RegExp(`(?<!['\\w])'${rule}'(?!: ')`);
  for (const { path, text } of files) {
    if (!quoted.test(text) || path.endsWith('/rules.ts')) continue;
    const folder = Object.keys(ways).find((each) => path.includes(`/bridge/${each}/`));
    use.ways.add(folder === undefined ? 'any' : (ways[folder] ?? 'any'));
    const kinds = new RegExp(`kind: '(loss|repair)',\\s*rule: '${rule}'`, 'g');
    for (const [, kind = ''] of text.matchAll(kinds)) use.kinds.add(kind);
  }
  return use;
}

/** Returns a table of the rules of the ledger, with where the code of the bridge applies each, in Markdown. */
export function ledgerTable(rules: Readonly<Record<string, string>>, files: readonly SourceFile[]): string {
  const rows = Object.entries(rules).map(([rule, about]) => {
    const use = usesOf(rule, files);
    const kind = [...use.kinds].sort().join(' or ') || 'loss or repair';
    const way = use.ways.has('any') ? 'any' : [...use.ways].sort().join(', ');
    return `| \`${rule}\` | ${about} | ${kind} | ${way} |`;
  });
  return ['| rule | what it is about | kind | way |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
}
