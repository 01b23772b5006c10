import { Problem } from '@trellis/contracts';

/** Creates the problem of an action whose app has registered no webhook. */
export const noCallback = (): Problem =>
  new Problem('no_callback', 'The app that made it has registered no callback address.');
