import { jest } from '@jest/globals';

/** Most of these tests start the product and wait for what it does in the background. */
const productTestTimeoutMs = 180_000;
jest.setTimeout(productTestTimeoutMs);
