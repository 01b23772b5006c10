import { Problem } from '@trellis/contracts';

/** The app that is to perform an action has registered no webhook. */
export const noCallback = (): Problem =>
  new Problem('no_callback', 'The app that made it has registered no callback address.');
