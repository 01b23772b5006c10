import {
  invokeAction,
  secretsInInput,
  writeProperties,
  type Connector,
  type DeviceReference,
  type Offer,
} from '@trellis/connector-sdk';

type Context = Parameters<Connector['poll']>[0];

/** A write of values by the names of properties, or an invocation of an action, of a device. */
export type DeviceRequest = DeviceReference &
  (
    | { values: Record<string, unknown>; transitionMs?: number | undefined }
    | { action: string; input: unknown }
  );

export interface Performed {
  /** Of an action. */
  output?: unknown;
}

/** Returns the values that a write has as its input, by the names of properties. A write of several has no name. */
export const valuesOf = (
  { name }: { name: string | null },
  input: unknown,
): Record<string, unknown> =>
  name === null ? (input as Record<string, unknown>) : { [name]: input };

/** Returns the texts and numbers of a request that may be secrets: the input of an action. */
export const secretsOf = (request: DeviceRequest): string[] =>
  'action' in request ? secretsInInput(request.input) : [];

/** Performs a request of a device through its connector, with what its listener offers. */
export async function perform(
  connector: Connector,
  context: Context,
  request: DeviceRequest,
  offer?: Offer,
): Promise<Performed> {
  if ('action' in request) {
    return { output: await invokeAction(connector, context, request, offer) };
  }
  await writeProperties(connector, context, request, offer);
  return {};
}
