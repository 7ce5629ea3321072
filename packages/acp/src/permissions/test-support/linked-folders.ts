import type { RealPath } from '../place.ts';

/** Returns the real paths of a made-up file system that has these links and no other files, by following one name after the other. */
export function linkedFolders(links: Readonly<Record<string, string>>): RealPath {
  return (path) => {
    let names = path.split('/');
    let done: string[] = [];
    for (let steps = 0; names.length > 0; steps += 1) {
      if (steps > 1_000) return undefined;
      const [name = '', ...rest] = names;
      names = rest;
      if (name === '' || name === '.') continue;
      if (name === '..') {
        done = done.slice(0, -1);
        continue;
      }
      const target = links[`/${[...done, name].join('/')}`];
      if (target === undefined) done = [...done, name];
      else {
        names = [...target.split('/'), ...names];
        if (target.startsWith('/')) done = [];
      }
    }
    return `/${done.join('/')}`;
  };
}
