export { openPostgresLog, PostgresLog, type PostgresLogOptions } from './postgres-log.ts';
