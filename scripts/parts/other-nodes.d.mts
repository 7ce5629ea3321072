/** Returns the supported major versions of Node other than the one that runs this script. */
export function otherVersions(running?: string): number[];

/** Downloads another Node from the npm package `node`, calls back with its path, and removes it afterwards. */
export function withNode<T>(major: number, work: (node: string) => Promise<T>): Promise<T | undefined>;
