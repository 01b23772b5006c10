import { oneLine } from '@trellis/connector-sdk';
import { rangeOf, selection, setting, isKnown, type Domain } from '../ability.js';
import { numberOf, textsOf } from '../text.js';

/** A number that can be set (`number`, `input_number`). */
export const number =
  (domain: string): Domain =>
  ({ attributes, state }) => {
    const unit = oneLine(attributes.unit_of_measurement);
    const affordance = {
      type: 'number' as const,
      title: 'Value',
      ...(unit !== undefined && { unit }),
      ...rangeOf(attributes.min, attributes.max, attributes.step),
    };
    const write = (value: unknown) => ({ domain, service: 'set_value', data: { value } });
    return { properties: [setting(undefined, affordance, { value: numberOf(state), write })] };
  };

/** One of a few texts (`select`, `input_select`). */
export const select =
  (domain: string): Domain =>
  ({ attributes, state: value }) => ({
    properties: selection(undefined, 'Choice', {
      options: textsOf(attributes.options),
      value,
      write: (option) => ({ domain, service: 'select_option', data: { option } }),
    }),
  });

/** A state has 255 characters at most. */
const longest = 255;

/** A text that can be set (`text`, `input_text`); what it holds back, such as a password, is not read. */
export const text =
  (domain: string): Domain =>
  (state) => {
    const { minimum = 0, maximum = longest } = rangeOf(state.attributes.min, state.attributes.max);
    const affordance = {
      type: 'string' as const,
      title: 'Text',
      minLength: Math.max(Math.floor(minimum), 0),
      maxLength: Math.min(Math.max(Math.floor(maximum), 0), longest),
    };
    const isSecret = state.attributes.mode === 'password';
    const value = isKnown(state) && !isSecret ? oneLine(state.state) : undefined;
    const write = (value: unknown) => ({ domain, service: 'set_value', data: { value } });
    return { properties: [setting(undefined, affordance, { value, write })] };
  };
