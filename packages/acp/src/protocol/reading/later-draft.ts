// Named for the error message of the compiler, which shows it for a misspelled tag.
declare const unknownTagOwnTagsBeginWithUnderscore: unique symbol;

/**
 * Marks a received variant that is neither known nor an extension. Only the type has this mark, not the value: a program that writes a
 * misspelled tag gets a type error, instead of writing a variant of a later draft.
 */
export interface OfLaterDraft {
  readonly [unknownTagOwnTagsBeginWithUnderscore]: true;
}
