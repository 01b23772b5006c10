import { Problem } from '@trellis/contracts';

export const clientPaused = () =>
  new Problem('client_paused', 'The connector client is left alone until it is resumed.');
