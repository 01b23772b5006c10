import { expect, test } from '@jest/globals';
import { requirePicture } from './picture.js';

/** The head of a PNG, as large as it says. */
const png = (width: number, height: number) => {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008060000000000', 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
};

test('a picture is of its media type, and not too large', () => {
  expect(() => requirePicture('image/png', png(2_048, 64))).not.toThrow();
  expect(() => requirePicture('image/png', png(2_049, 64))).toThrow('2048 pixels');
  expect(() => requirePicture('image/jpeg', png(64, 64))).toThrow('Is no picture of');
  expect(() => requirePicture('image/png', Buffer.from('<svg/>'))).toThrow('Is no picture of');
  expect(() => requirePicture('image/svg+xml', Buffer.from([0xff]))).toThrow('Must be UTF-8');
});
