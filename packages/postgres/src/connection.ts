/** A row of a result, by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** The result of a query. */
export interface Answer {
  readonly rows: readonly Row[];
  /** How many rows were found or changed. */
  readonly rowCount: number | null;
}

/** A query that the server parses once per connection. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** A connection that is reserved for one piece of work. */
export interface Connection {
  query(sql: string | Prepared, values?: readonly unknown[]): Promise<Answer>;
}
