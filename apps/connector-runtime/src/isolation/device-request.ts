import {
  invokeAction,
  writeProperty,
  type Connector,
  type DeviceReference,
  type Offer,
} from '@trellis/connector-sdk';

type Context = Parameters<Connector['poll']>[0];

/** A write of a property, or an invocation of an action, of a device. */
export interface DeviceRequest extends DeviceReference {
  operation: string;
  /** Of the property or action. */
  name: string;
  input: unknown;
}

/** The output of an action, or whether a written property can be read. */
export interface Performed {
  output?: unknown;
  isReadable: boolean;
}

/** Performs a request of a device through its connector, with what its listener offers. */
export async function perform(
  connector: Connector,
  context: Context,
  { operation, name, input, ...device }: DeviceRequest,
  offer?: Offer,
): Promise<Performed> {
  if (operation !== 'invokeaction') {
    return writeProperty(connector, context, { ...device, property: name, value: input }, offer);
  }
  const output = await invokeAction(connector, context, { ...device, action: name, input }, offer);
  return { output, isReadable: false };
}
