import {
  invokeAction,
  writeProperties,
  type Connector,
  type DeviceReference,
  type Offer,
} from '@trellis/connector-sdk';

type Context = Parameters<Connector['poll']>[0];

/** A write of properties, or an invocation of an action, of a device. */
export interface DeviceRequest extends DeviceReference {
  operation: string;
  /** The property or action; null for a write of several properties. */
  name: string | null;
  /** The value or input; for several properties an object with the value of each. */
  input: unknown;
}

/** The output of an action, or the written values that can be read. */
export interface Performed {
  output?: unknown;
  written?: Record<string, unknown>;
}

/** Returns the values that a write has as its input, by the names of properties. */
export const valuesOf = (
  { operation, name }: Pick<DeviceRequest, 'operation' | 'name'>,
  input: unknown,
): Record<string, unknown> =>
  operation === 'writeproperty' ? { [name!]: input } : (input as Record<string, unknown>);

/** Performs a request of a device through its connector, with what its listener offers. */
export async function perform(
  connector: Connector,
  context: Context,
  { operation, name, input, ...device }: DeviceRequest,
  offer?: Offer,
): Promise<Performed> {
  if (operation === 'invokeaction') {
    const invoked = { ...device, action: name!, input };
    return { output: await invokeAction(connector, context, invoked, offer) };
  }
  const values = valuesOf({ operation, name }, input);
  return { written: await writeProperties(connector, context, { ...device, values }, offer) };
}
