import { jest } from '@jest/globals';

/** These tests run bundlers, compilers and command lines as processes. */
const processTestTimeoutMs = 60_000;
jest.setTimeout(processTestTimeoutMs);
