/**
 * The secrets that samples in this repository have shown. Everybody knows them, so whatever contains one
 * is refused in production.
 */
const sampleSecrets = [
  'development-only-development-only-development-only',
  'ZGV2ZWxvcG1lbnQtb25seS1kZXZlbG9wbWVudC1vbmw',
  '://trellis:trellis@',
];

/** Whether the value of a variable contains a secret that a sample has shown. */
export const containsSampleSecret = (value: string): boolean =>
  sampleSecrets.some((sample) => value.includes(sample));
