import { readFileSync } from 'node:fs';
import { within } from './root.mjs';
import { fail } from './say.mjs';

/** Returns whether `version` (`20.11.0`) is at least `least` (`20.11`). */
export function isAtLeast(version, least) {
  const [major, minor] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = least.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** Exits with a message if this Node is older than package.json requires. */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(within('package.json'), 'utf8'));
  const least = engines.node.replace('>=', '');
  if (isAtLeast(process.versions.node, least)) return;
  fail(`Node ${least} or newer is needed, and this is Node ${process.versions.node}.`);
}

/** Exits with a message if this Node is too old for the test runner, which needs a newer one than the packages. */
export function requireNodeForTests() {
  const least = '20.19';
  if (isAtLeast(process.versions.node, least)) return;
  fail(`The tests need Node ${least} or newer, and this is Node ${process.versions.node}; npm start works with it.`);
}
