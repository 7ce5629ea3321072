export type { Inspector } from './api/inspector.ts';
