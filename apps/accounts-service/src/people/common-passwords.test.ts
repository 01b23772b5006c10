import { expect, test } from '@jest/globals';
import { refuseCommon } from './common-passwords.js';

test.each([
  'qwerty123456',
  'QWERTY123456',
  '1qaz2wsx3edc4rfv',
  'administrator',
  'aaaaaaaaaaaa',
  'passwordpassword',
])('%s is refused', (password) => {
  expect(() => refuseCommon(password)).toThrow('most common');
});

test.each(['correct horse battery staple', 'qwerty123456 of my own', undefined, 12])(
  '%s is not',
  (password) => {
    expect(() => refuseCommon(password)).not.toThrow();
  },
);
