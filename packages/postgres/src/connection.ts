/** A row of an answer, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** What the server answers to a query. */
export interface Answer {
  readonly rows: readonly Row[];
  /** How many rows were found or changed. */
  readonly rowCount: number | null;
}

/** One connection, taken for the length of a piece of work. */
export interface Connection {
  query(sql: string, values?: readonly unknown[]): Promise<Answer>;
}
