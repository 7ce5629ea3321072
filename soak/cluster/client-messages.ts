/** What a process with clients is started with. */
export interface ClientSetup {
  readonly name: string;
  readonly seed: number;
  readonly urls: readonly string[];
  /** The database itself, to compare what it has with what clients show. */
  readonly databaseUrl: string;
  /** How many sessions are open at a time. */
  readonly sessions: number;
  /** How many things happen in a session at most before it is checked and another one begins. */
  readonly turns: number;
  /** Seconds between two things of a session. */
  readonly pace: number;
  readonly sabotage: string;
  /** Where the messages of clients are kept that show something wrong; nowhere if undefined. */
  readonly folder: string | undefined;
}

/** What it is told to do. */
export type ClientOrder =
  | { readonly type: 'pace'; readonly seconds: number }
  /** Prompts these sessions until they answer again. */
  | {
      readonly type: 'recover';
      readonly fault: number;
      readonly since: number;
      readonly sessions: readonly string[];
      readonly patience: number;
    }
  /** Checks the sessions that are open, and ends. */
  | { readonly type: 'stop' };

/** What it says. */
export type ClientReport =
  | {
      readonly type: 'counts';
      readonly checked: readonly (readonly [string, number])[];
      readonly violations: readonly string[];
      readonly seen: readonly (readonly [string, number])[];
      readonly longest: readonly (readonly [string, number])[];
      readonly memory: number;
      readonly open: number;
    }
  /** How many milliseconds the sessions took to answer; -1 for one that did not. */
  | { readonly type: 'recovered'; readonly fault: number; readonly took: readonly number[] };
