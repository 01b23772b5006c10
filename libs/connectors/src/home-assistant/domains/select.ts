import { choice, property } from '@trellis/connector-sdk';
import { callService, valueName, when, type Domain } from './domain.js';
import { selected, textsOf } from './values.js';

/** One of several texts (`select`, `input_select`). */
export const select: Domain = (state) => {
  const options = textsOf(state.attributes.options);
  return when(
    options.length > 0,
    property(valueName, choice('Choice', options), {
      value: selected(options, state.state).value,
      write: (option: string) => callService(state, 'select_option', { option }),
    }),
  );
};
