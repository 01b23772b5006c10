import { expect, jest, test } from '@jest/globals';
import * as own from './failure.js';

jest.resetModules();
const other = await import('./failure.js');

/** A failure of a connector, with a class that only it knows. */
class TooMuch extends other.Unavailable {}

test('the failures of another copy of this package are recognized by their classes', () => {
  expect(other.Unavailable).not.toBe(own.Unavailable);
  for (const failure of [new other.DeviceUnavailable('Away.'), new TooMuch('Too much.')]) {
    expect(failure).toBeInstanceOf(own.Unavailable);
    expect(failure).toBeInstanceOf(own.ConnectorFailure);
    expect(failure).not.toBeInstanceOf(own.Unauthorized);
  }
  expect(new other.Unavailable('Down.')).not.toBeInstanceOf(own.DeviceUnavailable);
  expect(new own.Unavailable('Down.')).not.toBeInstanceOf(TooMuch);
  expect(new Error('None.')).not.toBeInstanceOf(own.ConnectorFailure);
});
