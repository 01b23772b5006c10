import {
  invokeAction,
  writeProperties,
  type Connector,
  type DeviceReference,
  type Offer,
} from '@trellis/connector-sdk';

type Context = Parameters<Connector['poll']>[0];

/** A write of values by the names of properties, or an invocation of an action, of a device. */
export type DeviceRequest = DeviceReference &
  ({ values: Record<string, unknown> } | { action: string; input: unknown });

/** The output of an action, or the names of the written properties that can be read. */
export interface Performed {
  output?: unknown;
  written?: string[];
}

/** Returns the values that a write has as its input, by the names of properties. */
export const valuesOf = (
  { operation, name }: { operation: string; name: string | null },
  input: unknown,
): Record<string, unknown> =>
  operation === 'writeproperty' ? { [name!]: input } : (input as Record<string, unknown>);

/** Performs a request of a device through its connector, with what its listener offers. */
export const perform = async (
  connector: Connector,
  context: Context,
  request: DeviceRequest,
  offer?: Offer,
): Promise<Performed> =>
  'action' in request
    ? { output: await invokeAction(connector, context, request, offer) }
    : { written: await writeProperties(connector, context, request, offer) };
