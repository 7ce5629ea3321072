// npm run docs: builds the API reference from the doc comments into dist/reference; a broken link is an error.
import { ensureInstalled } from './parts/install.mjs';
import { requireNode } from './parts/node-version.mjs';
import { root } from './parts/root.mjs';
import { say } from './parts/say.mjs';

/** Returns the name that users import an entry point by: `acp/src/session` is `@emend/acp/session`. */
function importedAs(entry) {
  return `@emend/${entry
    .replace(/^packages\//, '')
    .replace(/(^|\/)src(?=\/|$)/, '')
    .replace(/\/index$/, '')}`;
}

requireNode();
await ensureInstalled();
process.chdir(root);
const { Application, Converter, ReflectionKind } = await import('typedoc');
const app = await Application.bootstrapWithPlugins();
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  for (const module of project.getReflectionsByKind(ReflectionKind.Module)) module.name = importedAs(module.name);
});
const project = await app.convert();
if (project !== undefined) {
  app.validate(project);
  // A reference with broken parts is not written; the problems are printed above.
  if (!app.logger.hasErrors() && !app.logger.hasWarnings()) await app.generateOutputs(project);
}
if (app.logger.hasErrors() || app.logger.hasWarnings()) {
  say('emend: The reference was not built completely. The problems are listed above.');
  process.exitCode = 1;
} else say('The reference is in dist/reference/index.html.');
