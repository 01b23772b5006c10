import { hash } from 'node:crypto';
import { secretNamesWith } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Instance } from './configuration.js';
import type { Mapping } from './description/devices.js';
import type { Remote } from './remote.js';
import { namesInBody, namesInText, namesInUri, type Variables } from './template.js';

/** A part of a device: its mapping, the variables of its commands, and its optional properties that are not there. */
const storedPart = z.tuple([
  z.number().int(),
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  z.array(z.number().int()),
]);

/** The parts of a device, and the digest of the description that they are of. */
const storedDevice = z.tuple([z.string(), z.array(storedPart)]);

/** The longest text that is stored with a device. */
const maxHandle = 1024;

const digests = new WeakMap<Instance, string>();

/** Returns the digest of what a description says about devices. */
function digestOf(description: Instance): string {
  const known =
    digests.get(description) ??
    hash('sha256', JSON.stringify(description.devices), 'base64url').slice(0, 10);
  digests.set(description, known);
  return known;
}

interface FoundPart {
  mapping: Mapping;
  variables: Variables;
  /** For each property, whether it is there. */
  isThere: boolean[];
}

/**
 * Returns the text from which a command makes the device again without a request; undefined if it is too long, has a
 * secret, or if a property that can be written takes its options from the answer.
 */
export function handleOf(
  { description, parameters, guard }: Pick<Remote, 'description' | 'parameters' | 'guard'>,
  parts: FoundPart[],
): string | undefined {
  if (!parts.some(({ mapping }) => commandsOf(mapping).length > 0)) return undefined;
  if (parts.some(({ mapping }) => mapping.properties.some(hasOwnOptions))) return undefined;
  const isSecret = secretNamesWith(description.secrets);
  const stored = parts.map(({ mapping, variables, isThere }) => {
    const names = new Set(commandsOf(mapping).flatMap(namesIn));
    const used = Object.entries(variables).filter(
      ([name, value]) => names.has(name) && parameters[name] !== value,
    );
    const absent = mapping.properties.flatMap(({ optional }, at) =>
      optional && !isThere[at] ? [at] : [],
    );
    return [description.devices.indexOf(mapping), Object.fromEntries(used), absent] as const;
  });
  const hasSecret = stored.some(([, variables]) =>
    Object.entries(variables).some(([name, value]) => isSecret(name) || guard.reveals(value)),
  );
  const handle = JSON.stringify([digestOf(description), stored]);
  return hasSecret || handle.length > maxHandle ? undefined : handle;
}

const commandsOf = ({ properties, actions }: Mapping) => [
  ...properties.flatMap(({ write }) => write ?? []),
  ...actions.map(({ request }) => request),
];

const namesIn = ({ path, headers, body }: ReturnType<typeof commandsOf>[number]): string[] => [
  ...namesInUri(path),
  ...Object.values(headers).flatMap(namesInText),
  ...namesInBody(body),
];

const hasOwnOptions = ({ enum: options }: Mapping['properties'][number]): boolean =>
  typeof options === 'string';

/** Returns the parts of a device that a handle has; undefined if another description found it. */
export function partsIn(handle: string | undefined, description: Instance) {
  if (handle === undefined) return undefined;
  try {
    const [digest, parts] = storedDevice.parse(JSON.parse(handle));
    const areKnown = parts.every(([index]) => description.devices[index] !== undefined);
    return digest === digestOf(description) && areKnown ? parts : undefined;
  } catch {
    return undefined;
  }
}
