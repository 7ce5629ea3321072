import { type LineRun, lineChanges, linesOf } from './line-changes.ts';
import { noFile, quotedName } from './name.ts';

/** A change of one text file, from which a patch is made. */
export interface TextChange {
  readonly operation: 'add' | 'modify' | 'delete' | 'move' | 'copy';
  readonly path: string;
  /** The path before, for `move` and `copy`. */
  readonly oldPath?: string;
  /** Not used for `add`. */
  readonly oldText?: string | null;
  /** Not used for `delete`. */
  readonly newText?: string | null;
}

/**
 * Returns a patch in git's format with one hunk that has all lines, so that both texts can be read from it. Returns `undefined` if there is
 * nothing that such a patch could say: the texts of a modified or deleted file are equal, or one of them has a NUL.
 */
export function gitPatch(change: TextChange): string | undefined {
  const { operation, path, oldPath = path } = change;
  const oldText = operation === 'add' ? '' : (change.oldText ?? '');
  const newText = operation === 'delete' ? '' : (change.newText ?? '');
  if (oldText.includes('\0') || newText.includes('\0')) return undefined;
  if (oldText === newText && (operation === 'modify' || operation === 'delete')) return undefined;
  const header = `diff --git ${quotedName(oldPath)} ${quotedName(path)}\n${modeLines(operation, oldPath, path)}`;
  if (oldText === newText) return header;
  const before = operation === 'add' ? noFile : sideName(oldPath);
  const after = operation === 'delete' ? noFile : sideName(path);
  return `${header}--- ${before}\n+++ ${after}\n${hunkOf(oldText, newText)}`;
}

function modeLines(operation: TextChange['operation'], oldPath: string, path: string): string {
  switch (operation) {
    case 'add':
      return 'new file mode 100644\n';
    case 'delete':
      return 'deleted file mode 100644\n';
    case 'modify':
      return '';
    case 'move':
      return `rename from ${quotedName(oldPath)}\nrename to ${quotedName(path)}\n`;
    case 'copy':
      return `copy from ${quotedName(oldPath)}\ncopy to ${quotedName(path)}\n`;
  }
}

/** A tab shows where a name with spaces ends. */
function sideName(path: string): string {
  const name = quotedName(path);
  return name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name;
}

const signs = { same: ' ', removed: '-', added: '+' } as const;

function hunkOf(oldText: string, newText: string): string {
  const oldLines = linesOf(oldText);
  const newLines = linesOf(newText);
  const runs = lineChanges(oldLines, newLines);
  return `@@ -${rangeOf(oldLines)} +${rangeOf(newLines)} @@\n${runs.map(runText).join('')}`;
}

function rangeOf({ length }: readonly string[]): string {
  if (length === 0) return '0,0';
  return length === 1 ? '1' : `1,${length}`;
}

function runText({ type, lines }: LineRun): string {
  let text = '';
  for (const line of lines) {
    text += signs[type] + line;
    if (!line.endsWith('\n')) text += '\n\\ No newline at end of file\n';
  }
  return text;
}
