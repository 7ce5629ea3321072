import { june } from './definitions/june/index.ts';
import { november } from './definitions/november/index.ts';
import { v1 } from './definitions/v1/index.ts';
import type { DialectDefinitions } from './language.ts';

/** The dialects that code is generated for. A new one is a folder of definitions and a row here. */
export const dialects: readonly DialectDefinitions[] = [v1, june, november];
