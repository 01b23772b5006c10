import { property } from '@trellis/connector-sdk';
import { callService, valueName, type Domain } from './domain.js';
import { stateText } from './state.js';
import { rangeOf } from './values.js';

/** The longest state of Home Assistant. */
const maxStateLength = 255;

/** A text that can be set (`text`, `input_text`). A password is never read. */
export const text: Domain = (state) => {
  const { min, max, mode } = state.attributes;
  const { minimum = 0, maximum = maxStateLength } = rangeOf(min, max);
  const affordance = {
    type: 'string' as const,
    title: 'Text',
    minLength: Math.max(Math.floor(minimum), 0),
    maxLength: Math.min(Math.max(Math.floor(maximum), 0), maxStateLength),
  };
  return [
    property(valueName, affordance, {
      value: mode === 'password' ? undefined : stateText(state),
      write: (value: string) => callService(state, 'set_value', { value }),
    }),
  ];
};
