export type { Engine } from './engine.ts';
export { isOwned } from './owner-lock.ts';
export { openSqliteLog, SqliteLog, type SqliteLogOptions } from './sqlite-log.ts';
