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

/** Uses the stack shared by all files that change neither its services nor its demo app nor its settings. */
export function sharedStack(): () => SharedStack {
  let stack: SharedStack;
  beforeAll(async () => {
    stack = await openSharedStack();
  });
  afterAll(() => pauseClients(stack));
  return () => stack;
}

/** Borrows a stack that no other file uses meanwhile. Its demo app and settings must not be changed. */
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
