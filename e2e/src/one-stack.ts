import { afterAll, beforeAll } from '@jest/globals';
import { startStack, type Stack, type StackOptions } from '@trellis/testing';

/** Starts one stack for all tests of a file. Call the returned function within tests. */
export function oneStack(options?: StackOptions): () => Stack {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack(options);
  });
  afterAll(async () => {
    await stack.stop();
    stack.clear();
  });
  return () => stack;
}
