import { pollInterval, type Connector } from '@trellis/connector-sdk';
import { z } from 'zod';

/** A connector of type `test` without configuration that does what a test says. */
export const testConnector = (
  behavior: Pick<Connector, 'poll'> &
    Partial<Pick<Connector, 'find' | 'send' | 'listen' | 'confirmAfterMs'>>,
): Connector => ({
  id: 99,
  typeId: 'test',
  name: 'Test',
  description: '',
  logo: '',
  instance: { schema: z.strictObject({}), sample: {} },
  client: {
    schema: z.strictObject({ interval_ms: pollInterval(60_000) }),
    sample: { interval_ms: 60_000 },
  },
  ...behavior,
});
