import { randomUUID } from 'node:crypto';

/** The state of a thing with nothing to read or to do. */
export const bareThing = (id: string = randomUUID()) => ({
  id,
  title: 'Lamp',
  types: [],
  properties: {},
  actions: {},
  events: {},
  values: {},
  available: true,
});
