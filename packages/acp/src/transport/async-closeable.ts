declare global {
  // So that our declarations also compile for programs whose libraries do not have it yet (`"lib": ["es2023", "dom"]`).
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

/** Something that `await using` closes at the end of its block. */
export interface AsyncCloseable {
  [Symbol.asyncDispose](): Promise<void>;
}
