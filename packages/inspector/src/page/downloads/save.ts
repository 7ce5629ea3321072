import type { DownloadQuestion, Inspector } from '../../api/inspector.ts';

const types: Readonly<Record<DownloadQuestion['what'], string>> = {
  recording: 'application/x-ndjson',
  masked: 'application/x-ndjson',
  state: 'application/json',
  markdown: 'text/markdown',
};

/** How much text is handed to the browser at once, in characters. */
const partLength = 8 * 1024 * 1024;

/** Downloads something, and lets the browser save it as a file. */
export async function save(inspector: Inspector, question: DownloadQuestion, name: string): Promise<void> {
  const parts: Blob[] = [];
  let text = '';
  for await (const part of inspector.download(question)) {
    text += part;
    if (text.length < partLength) continue;
    // The browser may keep the parts of a large file on disk.
    parts.push(new Blob([text]));
    text = '';
  }
  const address = URL.createObjectURL(new Blob([...parts, text], { type: types[question.what] }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
