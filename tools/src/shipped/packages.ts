import { readFileSync } from 'node:fs';

interface LockedPackage {
  version: string;
  license?: string;
  dev?: true;
  devOptional?: true;
  optional?: true;
  link?: true;
}

export interface ShippedPackage {
  name: string;
  version: string;
  /** An SPDX expression; undefined if the package has none. */
  license: string | undefined;
}

/** Returns the packages that may be in the images: production dependencies without optional ones. */
export function shippedPackages(): ShippedPackage[] {
  const file = new URL('../../../package-lock.json', import.meta.url);
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages)
    .filter(([path]) => path.includes('node_modules/'))
    .filter(
      ([, { dev, devOptional, optional, link }]) => !dev && !devOptional && !optional && !link,
    )
    .map(([path, { version, license }]) => ({
      name: path.split('node_modules/').at(-1)!,
      version,
      license,
    }));
}
