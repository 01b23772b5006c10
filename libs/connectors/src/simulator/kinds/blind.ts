import { cover } from '@trellis/connector-sdk';
import { defineKind } from '../kind.js';

/** A blind that moves instantly, so that there is never anything to stop. */
export const blind = defineKind({
  initial: { position: 100 },
  device: ({ number, state, change }) => ({
    id: `blind-${number}`,
    title: `Blind ${number}`,
    abilities: [
      cover.position({ value: state.position, write: (position) => change({ position }) }),
      cover.cover_state({ value: state.position === 0 ? 'closed' : 'open' }),
      cover.open({ invoke: () => change({ position: 100 }) }),
      cover.close({ invoke: () => change({ position: 0 }) }),
      cover.stop({ invoke: () => change({}) }),
    ],
  }),
});
