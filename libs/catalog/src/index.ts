import type { Connector } from '@trellis/connector-sdk';
import { toConnector } from './connector.js';
import { vendors } from './generated/vendors.js';

/** The connectors of the vendors in `libs/catalog/vendors`. */
export const catalog: readonly Connector[] = Object.entries(vendors).map(([id, text]) =>
  toConnector({ id, ...JSON.parse(text) }),
);
