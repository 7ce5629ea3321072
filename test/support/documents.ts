import { dirname, join, normalize } from 'node:path/posix';
import type { SourceFile } from './repository.ts';

/** Links of a document to files that are not there. */
export function linkProblems({ path, text }: SourceFile, exists: (path: string) => boolean): string[] {
  return localLinks(text)
    .filter((target) => !exists(normalize(join(dirname(path), target.replace(/#.*$/, '')))))
    .map((target) => `${path}: links to ${target}, which is not there`);
}

/** Links to a heading that its document does not have. */
export function anchorProblems({ path, text }: SourceFile, textOf: (path: string) => string | undefined): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s:]*)#([^)\s]+)\)/g)];
  return targets.flatMap(([, file = '', anchor = '']) => {
    const target = file === '' ? text : textOf(normalize(join(dirname(path), file)));
    if (target === undefined || anchorsOf(target).includes(anchor)) return [];
    return [`${path}: links to ${file}#${anchor}, a heading that is not there`];
  });
}

/** The anchors that GitHub gives to the headings of a document. */
function anchorsOf(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  return headings.map((heading) => heading.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-'));
}

/** Links of a package's document that lead out of the package, and so nowhere once it is installed. */
export function leavingProblems({ path, text }: SourceFile): string[] {
  const own = /^packages\/[^/]+\//.exec(path)?.[0];
  if (own === undefined) return [];
  return localLinks(text)
    .filter((target) => !normalize(join(dirname(path), target)).startsWith(own))
    .map((target) => `${path}: links to ${target}, which is not in the package`);
}

function localLinks(text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g)].map(
    ([, link, image]) => link ?? image ?? '',
  );
  return links.filter((target) => !/^([a-z]+:|#)/.test(target));
}

/** Returns the parts of the picture in ARCHITECTURE.md that are not there, and those that are there although they are marked as planned. */
export function pictureProblems(text: string, exists: (path: string) => boolean): string[] {
  const folders: { indent: number; path: string }[] = [];
  return [...text.matchAll(/^ {4}( *)([\w./-]+)(?: .*)?$/gm)].flatMap(([line, indent = '', name = '']) => {
    while ((folders.at(-1)?.indent ?? -1) >= indent.length) folders.pop();
    const path = `${folders.at(-1)?.path ?? ''}${name}`;
    if (name.endsWith('/')) folders.push({ indent: indent.length, path });
    const isPlanned = line.endsWith('(planned)');
    if (exists(path.replace(/\/$/, '')) !== isPlanned) return [];
    return [
      `ARCHITECTURE.md ${isPlanned ? `calls ${path} planned, and it is there` : `shows ${path}, which is not there`}`,
    ];
  });
}

// Code in an HTML comment runs after the example before it: `<!-- then`, code, `-->`.
const example = /^```(tsx?|js)\n(.*?)^```$(?:\n\n<!-- then\n(.*?)^-->$)?/gms;

/** Returns the TypeScript and JavaScript examples of a document, each as a file beside it. */
export function examplesOf({ path, text }: SourceFile): SourceFile[] {
  return [...text.matchAll(example)].map(([, language = '', code = '', use = ''], index) => ({
    path: `${path.replace(/\.md$/, '')}-${index + 1}.${language === 'js' ? 'mjs' : language}`,
    text: code + use,
  }));
}
