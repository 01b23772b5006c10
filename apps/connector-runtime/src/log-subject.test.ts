import { expect, test } from '@jest/globals';
import { about, subjectOf } from './log-subject.js';

const fail = (error: unknown) => async () => {
  throw error;
};

test('an error is about what failed with it, and stays what it is', async () => {
  const error = new Error('It is away.');
  const subject = { developer: 'ada', client: 'c', type: 'wot' };
  await expect(about(subject, fail(error))).rejects.toBe(error);
  expect(subjectOf(error)).toEqual(subject);
  expect(subjectOf(new Error('another'))).toEqual({});
  expect(subjectOf('no error')).toEqual({});
});

test('an error with which several fail is about none of them', async () => {
  const error = new Error('The connection was lost.');
  for (const developer of ['ada', 'grace']) {
    await expect(about({ developer }, fail(error))).rejects.toBe(error);
  }
  expect(subjectOf(error)).toEqual({});
});
