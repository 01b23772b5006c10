import { combineParts, findInPoll, type Device } from '@trellis/connector-sdk';
import { devicesOf } from './devices.js';
import { fetchAll, requireIdentity } from './fetch.js';
import { partsIn } from './handle.js';
import { withoutValues } from './part.js';
import type { Remote } from './remote.js';
import type { Command } from './send.js';

/** Finds a device for a command: what is known of it is enough, unless another description found it. */
export async function find(
  remote: Remote,
  { id, handle }: { id: string; handle: string | undefined },
): Promise<Device<Command> | undefined> {
  const parts = partsIn(handle, remote.description);
  if (!parts) return findInPoll(await devicesOf(remote, await fetchAll(remote)), id);
  await requireIdentity(remote);
  const found = await Promise.all(
    parts.map(([index, own, absent]) => {
      const mapping = remote.description.devices[index]!;
      const properties = mapping.properties.flatMap((one, at) =>
        absent.includes(at) ? [] : [{ ...one, optional: false }],
      );
      const variables = { ...remote.parameters, ...own };
      return withoutValues(remote, { ...mapping, properties }, { id, variables });
    }),
  );
  return { id, title: id, abilities: combineParts(found) };
}
