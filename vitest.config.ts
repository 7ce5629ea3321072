import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = fileURLToPath(new URL('./packages/acp/src', import.meta.url));
const packages = fileURLToPath(new URL('./packages', import.meta.url));

// Checks that only read the sources, which one process parses once for all of them. They need nothing that is built.
const sources = [
  'test/{exports,import-cycles,layers,losses,manifests,requirements,spec-rules,text,unused-exports}.test.ts',
];
// What runs in a browser leaves nothing behind in a process, so that its tests need none of their own. Those that measure memory do. Nor do
// servers and stores that are closed after each test.
const folders =
  '{agents,bridge,jsonrpc,log,permissions,protocol,recording,remote,roles,session,testing,transport,view}';
const pure = [
  `packages/acp/src/${folders}/**/!(memory|line-splitter).test.ts`,
  'packages/cli/src/{chat,input,options,serve,terminal}/**/!(*chat|hostile-agent|screens|picture|serve|usage).test.ts',
  'packages/inspector/src/{api,engine}/**/*.test.ts',
  'packages/inspector/src/page/{bridge,connection,downloads,frame,rows,scrubber,selection,text}/**/*.test.ts',
  'packages/inspector/src/page/{conversation/rows,talk/completion}.test.ts',
  'packages/acp/src/node/remote/!(flood|hostile-bytes|without-ws).test.ts',
  'packages/sqlite/src/{checksum,damage,deleting,rows,sqlite-log}.test.ts',
  'test/remote/{official-peers,our-client,our-server,wire}.test.ts',
  'test/requirements/*.test.ts',
];
// These start processes, and leave nothing behind in their own: what they import is read once for all of them.
const processes = [
  'packages/cli/src/*.test.ts',
  'packages/cli/src/{agent,agent-names,agents,bridge,check,convert,demo,fold,output,record,relay,remote,replay,serve,validate}/**/*.test.ts',
  'packages/acp/src/node/client-host/!(terminals).test.ts',
  'packages/acp/src/node/process/!(launch-agent).test.ts',
  'packages/acp/src/node/*.test.ts',
  'packages/acp/src/node/seat/*.test.ts',
  'packages/inspector/src/server/**/*.test.ts',
  'packages/create-emend/src/*.test.ts',
  'packages/sqlite/src/*.test.ts',
  'packages/{ag-ui,ai-sdk,assistant-ui}/src/**/*.test.ts',
  'test/{examples,fault-proxy,guarded-example}.test.ts',
  'test/remote/{cuts,reverse-proxies,serve-command}.test.ts',
];
// What those get who install the packages. Making them takes long, so that only `npm run test:long` and CI do it.
const published = ['test/{pack,typescript-versions}.test.ts'];
const exclude = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  resolve: {
    // Tests read the library's source; the built packages are checked apart, by packing and installing them.
    alias: [
      { find: /^@emend\/acp$/, replacement: `${source}/index.ts` },
      { find: /^@emend\/acp\/(.+\.json)$/, replacement: `${source}/$1` },
      { find: /^@emend\/acp\/(.+)$/, replacement: `${source}/$1/index.ts` },
      { find: '@emend/ai-sdk/react', replacement: `${packages}/ai-sdk/src/react/index.ts` },
      {
        find: /^@emend\/(sqlite|postgres|inspector|ai-sdk|assistant-ui|ag-ui)$/,
        replacement: `${packages}/$1/src/index.ts`,
      },
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'together', include: pure, exclude, isolate: false },
      },
      {
        extends: true,
        test: { name: 'processes', include: processes, exclude: [...exclude, ...pure], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['packages/*/src/**/*.test.{ts,tsx}', '{test,generate,bench}/**/*.test.ts'],
          exclude: [...exclude, ...pure, ...processes, ...sources, ...published],
          globalSetup: ['test/support/chromium-of-run.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'sources-published', include: published, exclude },
      },
      {
        extends: true,
        // Projects with other numbers of workers run one after another.
        test: {
          name: 'sources',
          include: sources,
          exclude,
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    setupFiles: ['test/support/seed.ts'],
    // Only what hangs should meet these, also on a busy machine and with the large counts.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    // What a test waits for may take its time on a busy machine; a second, the default, would make it a timed one.
    expect: { poll: { timeout: 200_000 } },
    pool: 'forks',
    // Each project would compile the sources again for itself; so does each run.
    experimental: { fsModuleCache: true },
    // Many tests wait for processes of their own, so that three workers more than there are cores keep these busy.
    maxWorkers: 5,
  },
});
