import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Manifest } from './repository.ts';

/** A package as a registry has it. */
export interface Published {
  readonly manifest: Manifest;
  readonly archive: string;
}

/** A registry on this machine. */
export interface PackageRegistry {
  readonly url: string;
  close(): void;
}

/** Starts a registry that has the given packages and nothing else, so that npm installs by names and ranges without a network. */
export async function startRegistry(published: readonly Published[]): Promise<PackageRegistry> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const archive = /^archives\/(\d+)\.tgz$/.exec(path)?.[1];
    const found = archive === undefined ? undefined : published[Number(archive)];
    if (found !== undefined) return response.end(readFileSync(found.archive));
    const document = packument(path, published, `http://${request.headers.host}`);
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify(document ?? { error: 'Not found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/`, close };
}

/** Returns what a registry says about a package: all of its versions, and where their archives are. */
function packument(name: string, published: readonly Published[], origin: string): object | undefined {
  const versions: Record<string, object> = {};
  for (const [index, { manifest }] of published.entries()) {
    if (manifest.name !== name) continue;
    versions[manifest.version] = { ...manifest, dist: { tarball: `${origin}/archives/${index}.tgz` } };
  }
  const latest = Object.keys(versions).at(-1);
  return latest === undefined ? undefined : { name, 'dist-tags': { latest }, versions };
}
