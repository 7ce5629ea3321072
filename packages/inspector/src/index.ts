export type { Inspector } from './api/inspector.ts';
export { type StartedInspector, type StartOptions, startInspector } from './server/start-inspector.ts';
