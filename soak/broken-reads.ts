import { type Database, sqliteEngine } from './sqlite-engine.ts';

/** A switch that makes polling for changes of other processes fail, as on a failing disk. */
export interface BrokenReads {
  isBroken: boolean;
  /** How often it has failed. */
  failures: number;
}

/** Makes the SQLite engine of this process fail with an I/O error whenever a follower polls, while switched on. */
export function breakableReads(): BrokenReads {
  const broken: BrokenReads = { isBroken: false, failures: 0 };
  const engine = sqliteEngine().prototype;
  const { prepare } = engine;
  engine.prepare = function (this: Database, sql: string) {
    const statement = prepare.call(this, sql);
    if (sql !== 'PRAGMA data_version') return statement;
    const get = statement.get.bind(statement);
    statement.get = (...values) => {
      if (!broken.isBroken) return get(...values);
      broken.failures += 1;
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR', errcode: 10 });
    };
    return statement;
  };
  return broken;
}
