import { decodeBase64, encodeBase64, gitPatch, hunkTexts, readGitPatch } from '@emend/acp/protocol';
import { fileChanges, TerminalText, terminalTextLimit } from '@emend/acp/session';
import type { Chance } from '../../soak/chance.ts';
import { type FuzzTarget, must } from './target.ts';

/** A text that should be a patch, output of a terminal in base64, and two texts to compare. */
interface TextsInput {
  readonly patch: string;
  readonly data: string;
  readonly oldText: string;
  readonly newText: string;
}

const lines = ['a', '', ' b', '+c', '-d', '--- /a', '+++ /b', '@@ -1 +1 @@', '@@ -1,2 +1 @@', '\\ No newline', 'é😀'];
const headers = [
  'diff --git /a /a',
  'diff --git "/\\303\\251" "/\\303\\251"',
  'rename from /a',
  'rename to "/b\\n"',
  'new file mode 100644',
  'Binary files /a and /b differ',
  '--- /dev/null',
];

function textOf(chance: Chance, pieces: readonly string[]): string {
  const picked = Array.from({ length: chance.between(0, 12) }, () => chance.pick(pieces));
  return picked.join(chance.percent(90) ? '\n' : '\r\n') + (chance.percent(70) ? '\n' : '');
}

/** Patches, output of terminals and base64: whatever comes in is kept or shown, and nothing throws. */
export const patches: FuzzTarget<TextsInput> = {
  name: 'patches',
  cases: 3_000,
  make: (chance) => ({
    patch: textOf(chance, [...headers, ...lines]),
    data: Array.from({ length: chance.between(0, 40) }, () =>
      chance.pick(['G1s=', 'DQ==', 'YQ==', '8J', '+Q==', '=']),
    ).join(''),
    oldText: textOf(chance, lines),
    newText: textOf(chance, lines),
  }),
  run({ patch, data, oldText, newText }) {
    const parts = readGitPatch(patch);
    // Blank lines before the first section say nothing.
    const kept = parts.map(({ text }) => text).join('');
    must(kept.trimStart() === patch.trimStart(), 'a part of a patch is lost', parts);
    const changes = [{ operation: 'modify', path: '/a' } as const];
    must(fileChanges({ changes, patch: { format: 'git_patch', text: patch } }).changes.length === 1, 'changes count');
    const [part] = readGitPatch(gitPatch({ operation: 'modify', path: '/a', oldText, newText }) ?? '');
    const [texts] = part?.type === 'section' ? part.hunks.map(hunkTexts) : [];
    const isSame = oldText === newText || (texts?.oldText === oldText && texts.newText === newText);
    must(isSame, 'texts do not come back from their patch', texts);
    const bytes = decodeBase64(data);
    must(bytes === undefined || decodeBase64(encodeBase64(bytes))?.length === bytes.length, 'base64 loses bytes');
    const terminal = new TerminalText();
    terminal.append(bytes ?? new TextEncoder().encode(patch));
    must(terminal.text.length <= terminalTextLimit, 'a terminal keeps more than its limit');
  },
};
