import { Budget, type Connector, type SharedBudget } from '@trellis/connector-sdk';
import { perform, type DeviceRequest, type Performed } from './device-request.js';
import { limits } from './discover.js';
import { TooCostly, type Isolation } from './isolation.js';
import type { Context } from './messages.js';

/** How many times as much as a poll a request may take here: many connectors poll to find the device. */
const pollsPerRequest = 2;

/**
 * Performs a request in the service, or where the polls of its client run when they take much. Throws what the connector
 * throws, and {@link TooCostly}; then it may have been performed.
 */
export async function performOrIsolate(
  isolation: Isolation,
  connector: Connector,
  contextWith: (effort?: SharedBudget) => Context,
  {
    developer,
    level,
    isDebugged = false,
  }: { developer: string; level: string | null; isDebugged?: boolean },
  request: DeviceRequest,
): Promise<Performed> {
  if (level !== null) {
    const options = { developer, isHeavy: level === 'separate', isDebugged };
    return isolation.perform(connector, contextWith(), options, request);
  }
  const effort = new Budget({
    limits: {
      bytes: limits.bytes * pollsPerRequest,
      steps: limits.steps * pollsPerRequest,
    },
    refuse: () => new TooCostly(),
  });
  try {
    return await perform(connector, contextWith(effort), request);
  } catch (error) {
    throw effort.isExhausted ? new TooCostly() : error;
  }
}
