import {
  discover,
  invokeAction,
  writeProperties,
  writeProperty,
  type Connector,
} from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { homeAssistant } from '../connector.js';

/** The connector as the runtime sees it. */
const connector = homeAssistant as unknown as Connector;

/** A client of the connector with this configuration, used as the runtime uses it. */
export function clientOf(configuration: object) {
  const context = (signal?: AbortSignal) =>
    contextFor(connector, { client: configuration, ...(signal && { signal }) });
  return {
    poll: (signal?: AbortSignal) => discover(connector, context(signal)),
    write: (device: string, property: string, value: unknown) =>
      writeProperty(connector, context(), { device, property, value }),
    writeAll: (device: string, values: Record<string, unknown>) =>
      writeProperties(connector, context(), { device, values }),
    invoke: (device: string, action: string, input?: unknown) =>
      invokeAction(connector, context(), { device, action, input }),
  };
}
