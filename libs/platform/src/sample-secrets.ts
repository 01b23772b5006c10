/** Secrets that appear in samples of this repository. Everybody knows them, so they are refused in production. */
const sampleSecrets = [
  'development-only-development-only-development-only',
  'ZGV2ZWxvcG1lbnQtb25seS1kZXZlbG9wbWVudC1vbmw',
  '://trellis:trellis@',
];

/** Returns whether the value of a variable contains a secret from a sample. */
export const containsSampleSecret = (value: string): boolean =>
  sampleSecrets.some((sample) => value.includes(sample));
