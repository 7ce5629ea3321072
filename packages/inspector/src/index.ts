export type { Inspector } from './api/inspector.ts';
export type { Overview, SourceKind } from './api/overview.ts';
export {
  type ExportedPage,
  type ExportOptions,
  ExportTooLarge,
  exportPage,
} from './export/export-page.ts';
export { isExportedPage } from './export/page-text.ts';
export { type OpenedRecording, openRecording } from './server/open-recording.ts';
export { type StartedInspector, type StartOptions, startInspector } from './server/start-inspector.ts';
export type { Seen } from './server/talk/reach.ts';
export type { TalkingInspector } from './server/talk/talking-inspector.ts';
export { type TalkPartner, talkTo } from './server/talk-to.ts';
