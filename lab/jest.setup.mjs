import { jest } from '@jest/globals';

/** A drill starts the product and waits until it has recovered from several faults. */
const drillTimeoutMs = 300_000;
jest.setTimeout(drillTimeoutMs);
