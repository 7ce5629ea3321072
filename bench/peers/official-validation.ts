import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** How the official SDK checks the params of a v1 `session/update`: its own generated zod schema, which it does not export. */
export async function officialValidation(): Promise<(params: unknown) => boolean> {
  const entry = createRequire(import.meta.url).resolve('@agentclientprotocol/sdk');
  const file = new URL('../schema/zod.gen.js', pathToFileURL(entry));
  const schemas = (await import(file.href)) as {
    zSessionNotification: { safeParse(value: unknown): { success: boolean } };
  };
  return (params) => schemas.zSessionNotification.safeParse(params).success;
}
