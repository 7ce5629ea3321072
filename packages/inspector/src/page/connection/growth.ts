import type { Overview } from '../../api/overview.ts';
import type { Connection } from './connection-status.ts';

/** What the page knows of the whole recording; `version` counts how often that has changed. */
export interface Growth {
  readonly overview?: Overview;
  readonly version: number;
}

/** Keeps the overview of a recording fresh. */
export class GrowthStore {
  #growth: Growth = { version: 0 };
  readonly #listeners = new Set<() => void>();

  constructor(connection: Connection) {
    const { inspector } = connection;
    const refresh = (): void => {
      if (connection.status().state !== 'open') return;
      // A failure is shown by the status of the connection.
      inspector.ask('overview', {}).then(this.#take, () => {});
    };
    inspector.listen((event) => {
      if (event.type === 'grown') this.#take(event.overview);
    });
    connection.onStatus(refresh);
    refresh();
  }

  #take = (overview: Overview): void => {
    this.#growth = { overview, version: this.#growth.version + 1 };
    for (const listener of this.#listeners) listener();
  };

  get = (): Growth => this.#growth;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
