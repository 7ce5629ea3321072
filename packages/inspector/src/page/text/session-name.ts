import { wholeStart } from '@emend/acp/view';

/** The longest title that is a name, and the longest id that is not shortened. */
const longestTitle = 200;
const longestId = 12;

/** Returns what a session is called on the page: its title, or its id; of a long one the start and the end, as ids often begin alike. */
export function sessionName({ id, title = '' }: { readonly id: string; readonly title?: string | undefined }): string {
  if (title.trim() !== '') return wholeStart(title, longestTitle);
  const letters = [...wholeStart(id, longestTitle)];
  if (id.length <= longestTitle && letters.length <= longestId) return id;
  const end = [...id.slice(-12)].slice(-6).join('');
  return `${letters.slice(0, 4).join('')}…${end}`;
}
