// npm run build: compiles everything that has changed.
import { ready } from './parts/ready.mjs';

await ready('everything');
