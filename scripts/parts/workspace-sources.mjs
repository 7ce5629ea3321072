import { within } from './root.mjs';

/** Bundles our own packages from their sources, so that source maps lead to the files that people wrote; those that are external stay so. */
export const workspaceSources = {
  name: 'workspace-sources',
  setup(build) {
    const outside = build.initialOptions.external ?? [];
    build.onResolve({ filter: /^@emend\// }, ({ path }) => {
      if (outside.includes(path)) return { path, external: true };
      const [, name, ...subpath] = path.split('/');
      const file = path.endsWith('.json') ? [] : ['index.ts'];
      return { path: within('packages', name, 'src', ...subpath, ...file), sideEffects: false };
    });
  },
};
