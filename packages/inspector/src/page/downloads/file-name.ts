import type { DownloadQuestion } from '../../api/inspector.ts';

/** Longest part of a file name that comes from the recording or a session. */
const longest = 60;
/** Names that mean a device on some systems. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns a name that is safe in a file name: letters, digits, dots, hyphens and underscores of ASCII, and no dot at its start. */
function safeName(name: string, fallback: string): string {
  const safe = name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, longest)
    .replace(/[-.]+$/, '');
  return safe === '' || device.test(safe) ? fallback : safe;
}

/** Returns the name of the file that a download becomes. `source` is the name of the recording, which may be a path. */
export function fileName(source: string, { what, frame, session }: DownloadQuestion): string {
  const last = source.split(/[\\/]/).at(-1) ?? '';
  const base = safeName(last.replace(/\.(nd)?jsonl?$/i, ''), 'recording');
  const place = `-frame-${frame}`;
  switch (what) {
    case 'recording':
      return `${base}.ndjson`;
    case 'masked':
      return `${base}-masked.ndjson`;
    case 'state':
      return `${base}${place}-state.json`;
    case 'markdown':
      return `${base}${place}-${safeName(session ?? '', 'session')}.md`;
  }
}
