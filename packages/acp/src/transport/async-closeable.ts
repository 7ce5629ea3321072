declare global {
  // So that the declarations also compile with libraries that do not have it yet (`"lib": ["es2023", "dom"]`).
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

/** A resource that `await using` closes at the end of its block. */
export interface AsyncCloseable {
  [Symbol.asyncDispose](): Promise<void>;
}
