import { textProperty } from '@trellis/connector-sdk';
import { valueName, type Domain } from './domain.js';
import { stateText } from './state.js';

/** The location of a person or of a tracked device: `home`, `not_home`, or the name of a zone. */
export const location: Domain = (state) => [textProperty(valueName, 'Location', stateText(state))];
