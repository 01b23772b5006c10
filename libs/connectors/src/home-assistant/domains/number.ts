import { oneLine, property } from '@trellis/connector-sdk';
import { callService, valueName, type Domain } from './domain.js';
import { numberOf, rangeOf } from './values.js';

/** A number that can be set (`number`, `input_number`). */
export const number: Domain = (state) => {
  const { unit_of_measurement, min, max, step } = state.attributes;
  const unit = oneLine(unit_of_measurement);
  const affordance = {
    type: 'number' as const,
    title: 'Value',
    unit,
    ...rangeOf(min, max, step),
  };
  return [
    property(valueName, affordance, {
      value: numberOf(state.state),
      write: (value: number) => callService(state, 'set_value', { value }),
    }),
  ];
};
