import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where the official SDK keeps its own generated zod schemas of v1, which it does not export. */
export function officialSchemaFile(): string {
  const entry = createRequire(import.meta.url).resolve('@agentclientprotocol/sdk');
  return fileURLToPath(new URL('../schema/zod.gen.js', pathToFileURL(entry)));
}

/** How the official SDK checks the params of a v1 `session/update`. */
export async function officialValidation(): Promise<(params: unknown) => boolean> {
  const schemas = (await import(pathToFileURL(officialSchemaFile()).href)) as {
    zSessionNotification: { safeParse(value: unknown): { success: boolean } };
  };
  return (params) => schemas.zSessionNotification.safeParse(params).success;
}
