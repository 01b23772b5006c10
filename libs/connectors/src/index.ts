import type { Connector } from '@trellis/connector-sdk';
import { simulator } from './simulator/connector.js';

/** Every connector there is, one line each. */
export const connectors = [simulator] as unknown as readonly Connector[];
