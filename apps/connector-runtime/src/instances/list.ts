import type { Handler } from '@trellis/contracts';
import type { Registry } from '../registry.js';

/** Lists what connector types there are. */
export const listDescriptions: Handler<'descriptions.list', { registry: Registry }> = async ({
  registry,
}) => [...registry.descriptions];
