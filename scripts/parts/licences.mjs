import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { within } from './root.mjs';

/** The name of the file with the licences of what is bundled. */
export const licencesFile = 'THIRD-PARTY-LICENSES.txt';

/** Returns the packages whose code is in a bundle, by the folder they are installed in. */
function packagesIn(metafile) {
  const found = Object.keys(metafile.inputs).map((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]);
  return found.filter((path) => path !== undefined);
}

/** Writes the licences of the bundled packages, which must be distributed with their code. */
export function writeLicences(folder, metafiles) {
  const packages = [...new Set(metafiles.flatMap(packagesIn))].sort();
  const texts = packages.map((path) => {
    const { name, version } = JSON.parse(readFileSync(within(path, 'package.json'), 'utf8'));
    const file = readdirSync(within(path)).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${name} has no licence file, so it cannot be bundled.`);
    return `${name} ${version}\n\n${readFileSync(within(path, file), 'utf8').trim()}\n`;
  });
  writeFileSync(within(folder, licencesFile), texts.join(`\n${'-'.repeat(80)}\n\n`));
}
