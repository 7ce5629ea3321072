import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where the official SDK keeps its own generated zod schemas of v1, or of its v2, which it does not export. */
export function officialSchemaFile(entryPoint = '@agentclientprotocol/sdk'): string {
  const entry = createRequire(import.meta.url).resolve(entryPoint);
  return fileURLToPath(new URL('../schema/zod.gen.js', pathToFileURL(entry)));
}

interface Schema {
  safeParse(value: unknown): { readonly success: boolean };
}

/** How the official SDK checks the params of a v1 `session/update`. */
export async function officialV1Validation(): Promise<(params: unknown) => boolean> {
  const schemas = (await import(pathToFileURL(officialSchemaFile()).href)) as { zSessionNotification: Schema };
  return (params) => schemas.zSessionNotification.safeParse(params).success;
}

/** How the v2 API of the official SDK checks the params of a `session/update`. */
export async function officialV2Validation(): Promise<(params: unknown) => boolean> {
  const file = officialSchemaFile('@agentclientprotocol/sdk/experimental/v2');
  const schemas = (await import(pathToFileURL(file).href)) as { zUpdateSessionNotification: Schema };
  return (params) => schemas.zUpdateSessionNotification.safeParse(params).success;
}
