import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { catalog } from '@trellis/catalog';
import type { Connector } from '@trellis/connector-sdk';
import { connectors as programmed } from '@trellis/connectors';
import { isPrivateType } from '@trellis/contracts';
import { ConfigurationError } from '@trellis/platform';
import { z } from 'zod';

/** The connectors of Trellis. */
const builtIn = [...programmed, ...catalog];

/** The variable that names packages of connectors. */
export const variable = 'CONNECTORS';

/** Smaller numbers are those of Trellis, larger ones those of the types of accounts. */
const numbers = { least: 1_000, most: 2 ** 30 - 1 };

const schemaAndSample = z.object({
  schema: z.custom((given) => isObject(given) && typeof given.safeParse === 'function'),
  sample: z.record(z.string(), z.unknown()),
});

/** The form of what a package exports; its functions fail by themselves. */
const exported = z.object({
  id: z.int().min(numbers.least).max(numbers.most),
  typeId: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,62}$/)
    .refine((typeId) => !isPrivateType(typeId), 'Ids of types of accounts begin with x-.'),
  name: z.string().min(1),
  description: z.string(),
  logo: z.string(),
  instance: schemaAndSample,
  client: schemaAndSample,
  poll: z.custom((given) => typeof given === 'function', 'Must be a function.'),
});

/**
 * Loads the connectors of Trellis, and those of packages: names as seen from the working directory or from the program,
 * or paths, separated by commas. Throws `ConfigurationError`, which names the package.
 */
export async function loadConnectors(packages = ''): Promise<readonly Connector[]> {
  const connectors = [...builtIn];
  const origins = new Map(builtIn.map(({ typeId }) => [typeId, 'Trellis']));
  for (const name of packages.split(',').map((one) => one.trim())) {
    if (name === '') continue;
    for (const connector of await exportsOf(name)) {
      const { id, typeId } = connector;
      const other = connectors.find((one) => one.id === id || one.typeId === typeId);
      if (other) {
        const shared = other.typeId === typeId ? `type ${typeId}` : `number ${id}`;
        refuse(name, `its ${shared} is that of a connector of ${origins.get(other.typeId)}`);
      }
      connectors.push(connector);
      origins.set(typeId, name);
    }
  }
  return connectors;
}

async function exportsOf(name: string): Promise<Connector[]> {
  let module: { default?: unknown };
  try {
    const file = fileOf(name);
    module = (await import(pathToFileURL(file).href)) as typeof module;
  } catch (error) {
    const [why] = error instanceof Error ? error.message.split('\n') : [String(error)];
    refuse(name, `cannot be loaded: ${why}`);
  }
  const given = [module.default].flat();
  if (given.length === 0) refuse(name, 'its default export has no connector');
  return given.map((one) => {
    const { error } = exported.safeParse(one);
    const [issue] = error?.issues ?? [];
    if (!issue) return one as Connector;
    const at = issue.path.join('.');
    refuse(
      name,
      `its default export is no connector: ${at === '' ? '' : `${at}: `}${issue.message}`,
    );
  });
}

/** Returns the module of a package. In an image, packages are beside the program, where they find its SDK. */
function fileOf(name: string): string {
  const fromHere = createRequire(resolve('package.json'));
  if (/^(\.{0,2}[/\\]|[A-Za-z]:[/\\])/.test(name)) return fromHere.resolve(resolve(name));
  const paths = [process.cwd(), dirname(fileURLToPath(import.meta.url))];
  return createRequire(import.meta.url).resolve(name, { paths });
}

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null;

function refuse(name: string, why: string): never {
  throw new ConfigurationError(`${variable}: ${name}: ${why}`);
}
