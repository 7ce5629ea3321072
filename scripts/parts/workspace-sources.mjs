import { within } from './root.mjs';

/** Bundles our own packages from their sources, so that source maps lead to the files that people wrote. */
export const workspaceSources = {
  name: 'workspace-sources',
  setup(build) {
    build.onResolve({ filter: /^@emend\// }, ({ path }) => {
      const [, name, ...subpath] = path.split('/');
      const file = path.endsWith('.json') ? [] : ['index.ts'];
      return { path: within('packages', name, 'src', ...subpath, ...file), sideEffects: false };
    });
  },
};
