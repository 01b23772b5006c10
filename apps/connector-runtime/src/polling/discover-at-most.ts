import { discover, Misconfigured, type Discovery } from '@trellis/connector-sdk';

/** Polls a connector that may find only so many entities. */
export async function discoverAtMost(
  max: number,
  ...given: Parameters<typeof discover>
): Promise<Discovery> {
  const discovery = await discover(...given);
  if (discovery.entities.length <= max) return discovery;
  throw new Misconfigured(
    `The client finds more than ${max} devices, the maximum. Configure it to find fewer.`,
  );
}
