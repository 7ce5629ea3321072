import type { ConversationRow } from '../../api/conversation.ts';

/** A row, and its JSON to compare it by. */
interface Written {
  readonly text: string;
  readonly row: ConversationRow;
}

/** Keeps rows that have not changed the same objects from answer to answer, so that they are not drawn again. */
export class SameRows {
  #texts = new Map<string, Written>();

  /** Returns the rows of a new answer, with those of the last one in the places of equal ones. */
  of(rows: readonly ConversationRow[]): readonly ConversationRow[] {
    const next = new Map<string, Written>();
    const same = rows.map((row) => {
      const text = JSON.stringify(row);
      const before = this.#texts.get(row.key);
      const kept = before?.text === text ? before.row : row;
      next.set(row.key, { text, row: kept });
      return kept;
    });
    this.#texts = next;
    return same;
  }
}
