import { isUtf8 } from 'node:buffer';
import { Problem, typeLimits, type LogoType } from '@trellis/contracts';
import { imageSize } from 'image-size';
import { findUnsafe } from './svg.js';

/** The names of the media types of logos in `image-size`. */
const formats: Record<LogoType, string> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
};

/** The largest width and height (pixels): a small file may be a huge picture. */
const maxPixels = 2_048;

/** Throws `invalid_request` unless a file is a picture of its media type that is safe to show. */
export function requirePicture(type: LogoType, bytes: Buffer): void {
  const error = findError(type, bytes);
  if (error === undefined) return;
  throw new Problem('invalid_request', `The logo cannot be used: ${error}`, {
    errors: [{ pointer: '', detail: error }],
  });
}

function findError(type: LogoType, bytes: Buffer): string | undefined {
  if (bytes.length > typeLimits.logoBytes)
    return `Must have at most ${typeLimits.logoBytes} bytes.`;
  if (type === 'image/svg+xml') {
    return isUtf8(bytes) ? findUnsafe(bytes.toString('utf8')) : 'Must be UTF-8.';
  }
  const size = sizeOf(bytes);
  if (size?.type !== formats[type]) return `Is no picture of the media type ${type}.`;
  const isSmall = size.width <= maxPixels && size.height <= maxPixels;
  return isSmall ? undefined : `Must be at most ${maxPixels} pixels wide and high.`;
}

function sizeOf(bytes: Buffer) {
  try {
    return imageSize(bytes);
  } catch {
    return undefined;
  }
}
