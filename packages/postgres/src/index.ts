export type { NodeOptions } from './node-lease.ts';
export { openPostgresLog, PostgresLog, type PostgresLogOptions } from './postgres-log.ts';
