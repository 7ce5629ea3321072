import { isTestCode, type SourceFile } from './repository.ts';

/** Generated files say so in their path or in their first line. */
const isGenerated = ({ path, text }: SourceFile) => path.includes('/generated/') || /^.*Do not edit/.test(text);

function linesMatching({ path, text }: SourceFile, pattern: RegExp, what: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const found = pattern.exec(line)?.[0];
    return found === undefined ? [] : [`${path}:${index + 1}: ${what}: ${found.trim()}`];
  });
}

// A folder that exists on somebody's machine, at the start of a word; examples say `/project` or `/home/user` instead.
const machinePath =
  /(?<![\w.~/*-])(?:\/(?:work|tmp|root|home(?!\/user\b)|Users|private|var\/folders)\/[\w.-]+|[A-Z]:\\Users\\\w+)/;
const registryHost =
  /\b(?:registry|npm|packages)\.[a-z0-9-]+\.(?:org|com|io|net|dev|internal|local|example)\b|"resolved": "https?:[^"]*/;

/** Returns paths of a developer's machine and private registries that a file contains by accident. */
export function placeProblems(file: SourceFile): string[] {
  return [
    ...linesMatching(file, machinePath, 'a path of a machine'),
    ...linesMatching(file, registryHost, 'the host of a registry'),
  ];
}

const longest = 400;

/** Returns hand-written files that are too long. */
export function lengthProblems(file: SourceFile): string[] {
  if (!/\.(ts|tsx|mjs|js|md)$/.test(file.path) || file.path === 'CHANGELOG.md' || isGenerated(file)) return [];
  const lines = file.text.replace(/\n$/, '').split('\n').length;
  return lines > longest ? [`${file.path} has ${lines} lines; over ${longest} it is two files`] : [];
}

const vague = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'misc', 'types', 'manager', 'impl']);

/** A file or folder of code whose name is not kebab-case or names no concept. */
export function nameProblems({ path }: SourceFile): string[] {
  // In the generator, `types` names what the file writes.
  if (!/\.(ts|tsx|mjs)$/.test(path) || path.startsWith('generate/emit/')) return [];
  return path.split('/').flatMap((part) => {
    const name = part.replace(/(\.[a-z]+)?(\.test|\.config)?\.(ts|tsx|mjs)$/, '');
    if (!/^\.?[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return [`${path}: '${part}' is not in kebab-case`];
    const word = name.split('-').find((each) => vague.has(each));
    return word === undefined ? [] : [`${path}: '${word}' names no concept`];
  });
}

const docComment = /\/\*\*[\s\S]*?\*\//g;
const citation = /\((?:[A-Z]{1,2}\d{1,3})(?:, [A-Z]{1,2}\d{1,3})*\)/;

/** Doc comments that cite a rule or a requirement by its id, which says nothing to those who read them in an editor. */
export function citationProblems(file: SourceFile): string[] {
  if (!/\.tsx?$/.test(file.path) || isTestCode(file.path)) return [];
  return [...file.text.matchAll(docComment)].flatMap(({ 0: comment, index }) => {
    const found = citation.exec(comment);
    if (found === null) return [];
    const line = file.text.slice(0, index + found.index).split('\n').length;
    return [`${file.path}:${line}: a doc comment cites ${found[0]}`];
  });
}
