import type { Database } from './engine.ts';

/**
 * After how many pages SQLite moves the write-ahead log into the file and writes to it from its start again.
 *
 * A commit that makes the write-ahead log grow takes half as long again as one that overwrites it, and each scrub empties it. Small commits
 * are faster with fewer pages than SQLite's default of 1000. A large one fills many pages at once, and moving them is what takes time.
 */
const pages = { small: 256, large: 1000 };
/** How many characters make a commit a large one; some 16 pages. */
const large = 64 * 1024;

/** Sets how often the write-ahead log is moved into the file by how much the commits write. */
export class CheckpointPace {
  readonly #database: Database;
  #pages = pages.small;

  constructor(database: Database) {
    this.#database = database;
    this.#set();
  }

  /** Called before a commit that adds so many characters. */
  committing(characters: number): void {
    const suited = characters < large ? pages.small : pages.large;
    if (suited === this.#pages) return;
    this.#pages = suited;
    this.#set();
  }

  #set(): void {
    this.#database.exec(`PRAGMA wal_autocheckpoint = ${this.#pages}`);
  }
}
