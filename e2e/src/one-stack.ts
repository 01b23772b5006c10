import { afterAll, beforeAll } from '@jest/globals';
import {
  borrowStack,
  openSharedStack,
  pauseClients,
  startStack,
  type BorrowedStack,
  type SharedStack,
  type Stack,
  type StackOptions,
} from '@trellis/testing';

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

/** Uses the stack that files share which leave its services, its demo app and its settings alone. */
export function sharedStack(): () => SharedStack {
  let stack: SharedStack;
  beforeAll(async () => {
    stack = await openSharedStack();
  });
  afterAll(() => pauseClients(stack));
  return () => stack;
}

/** Uses a stack that is this file's alone for the moment, and leaves its demo app and its settings alone. */
export function borrowedStack(): () => BorrowedStack {
  let stack: BorrowedStack;
  beforeAll(async () => {
    stack = await borrowStack();
  });
  afterAll(async () => {
    await pauseClients(stack);
    await stack.giveBack();
  });
  return () => stack;
}
