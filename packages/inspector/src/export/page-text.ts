import { createHash } from 'node:crypto';

/** The parts that an exported page is made of, as texts. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
  /** The worker with the engine. */
  readonly worker: string;
}

/** What an exported page says of its recording. */
export interface PageHead {
  readonly name: string;
  readonly isMasked: boolean;
}

/** Makes code safe within a script element: nothing in it ends the element or hides its end. */
export function inlineScript(code: string): string {
  return code.replace(/\r/g, '').replace(/<(?=!--|\/?script)/gi, '\\x3c');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns a text that is safe in HTML, also within a quoted attribute. */
function html(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

/** What exported pages are known by. */
const titleEnd = ' · Emend inspector</title>';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the page before its recording. Its policy lets run only what is in it, and lets no request out. */
export function pageStart({ script, style, worker }: PageParts, { name, isMasked }: PageHead): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(inlineScript(script))}`,
    `style-src ${hashOf(style)}`,
    'worker-src blob:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${html(policy.join('; '))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${html(name)}${titleEnd}
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="page" data-name="${html(name)}"${isMasked ? ' data-masked' : ''}></div>
<script type="text/plain" id="engine">${inlineScript(worker)}</script>
`;
}

/** Returns whether a text is the beginning of an exported page; 8 KB of it are enough. */
export function isExportedPage(text: string): boolean {
  return text.startsWith('<!doctype html>\n') && text.includes(titleEnd);
}

/** Returns a part of the recording within the page. */
export function recordingPart(base64: string): string {
  return `<script type="text/plain" class="recording">${base64}</script>\n`;
}

/** Returns the page after its recording. */
export function pageEnd({ script }: PageParts): string {
  return `<script type="module">${inlineScript(script)}</script>
</body>
</html>
`;
}
