declare const isRead: unique symbol;

/**
 * Marks a variant that was read and that neither the draft nor an extension names. Only the type has the mark, not the value: it keeps
 * a slip in a tag that a program writes from being taken for a variant of a later draft.
 */
export interface OfLaterDraft {
  readonly [isRead]: true;
}
