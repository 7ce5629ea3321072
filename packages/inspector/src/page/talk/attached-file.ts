import type { AttachedFile } from '../../api/talk.ts';

/** The most bytes of a file. */
const largest = 20_000_000;

/** Reads a file that a person chose; throws a sentence if it is too large. */
export async function attachedFile(file: File): Promise<AttachedFile> {
  if (file.size > largest) throw new Error(`${file.name} is too large to be attached; at most 20 MB can be.`);
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error(`${file.name} cannot be read.`));
    reader.readAsDataURL(file);
  });
  return { name: file.name, mimeType: file.type, data: address.slice(address.indexOf(',') + 1) };
}
