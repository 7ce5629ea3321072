import { once } from 'node:events';

/** Writes to standard output and waits while its reader is slow, so that findings do not pile up in memory. */
export async function writeOut(text: string | Uint8Array): Promise<void> {
  if (text.length > 0 && !process.stdout.write(text)) await once(process.stdout, 'drain');
}
