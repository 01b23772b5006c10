import { light } from '@trellis/connector-sdk';
import { defineKind } from '../kind.js';

export const lamp = defineKind({
  initial: { on: 0, brightness: 100, color_temperature: 2700, hue: 0, saturation: 0 },
  device: ({ number, state, change }) => ({
    id: `lamp-${number}`,
    title: `Lamp ${number}`,
    abilities: [
      light.on({ value: state.on === 1, write: (on) => change({ on: Number(on) }) }),
      light.brightness({
        value: state.brightness,
        write: (brightness) => change({ brightness }),
      }),
      light.color_temperature({
        minimum: 2000,
        maximum: 6500,
        value: state.color_temperature,
        write: (kelvins) => change({ color_temperature: kelvins }),
      }),
      light.color({
        value: { hue: state.hue, saturation: state.saturation },
        write: ({ hue, saturation }) => change({ hue, saturation }),
      }),
    ],
  }),
});
