import type { VendorAccount } from '@trellis/connector-sdk';
import { z } from 'zod';
import { metadata, type Resource } from './resource.js';

const bridge = z.looseObject({
  type: z.literal('bridge'),
  bridge_id: z.string(),
  owner: z.object({ rid: z.string() }),
});
const device = z.looseObject({ type: z.literal('device'), metadata });

/** Returns the id that is printed on the bridge, and the name that it has in the app of Hue. */
export function accountOf(resources: Resource[]): VendorAccount | undefined {
  const found = resources.map((one) => bridge.safeParse(one).data).find(Boolean);
  if (!found) return undefined;
  const owner = resources.find(({ id }) => id === found.owner.rid);
  return { id: found.bridge_id, name: device.safeParse(owner).data?.metadata.name };
}
