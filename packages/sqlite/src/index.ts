export type { Engine } from './engine.ts';
export { openSqliteLog, SqliteLog, type SqliteLogOptions } from './sqlite-log.ts';
