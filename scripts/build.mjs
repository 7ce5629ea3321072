// npm run build [-- SCOPE]: compiles what has changed: everything, or only the packages or the generator.
import { ready } from './parts/ready.mjs';

await ready(process.argv[2] ?? 'everything');
