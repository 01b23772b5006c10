import { switchable, textProperty } from '@trellis/connector-sdk';
import { callService, type Domain } from './domain.js';
import { domainOf, isOn, stateText } from './state.js';
import { textsOf } from './values.js';

/** The domains whose entities are turned on and off. */
const switchedDomains = new Set([
  'automation',
  'fan',
  'group',
  'humidifier',
  'input_boolean',
  'light',
  'media_player',
  'remote',
  'script',
  'siren',
  'switch',
]);

/**
 * A group of entities (home-assistant.io/integrations/group). It is switched by a service of Home Assistant itself,
 * which passes the call on to each; a group of other entities only shows its state, such as `home` of persons.
 */
export const group: Domain = (state) => {
  const members = textsOf(state.attributes.entity_id);
  const isSwitched = members.length > 0 && members.every((id) => switchedDomains.has(domainOf(id)));
  if (!isSwitched) {
    return [textProperty('state', 'State', stateText(state))];
  }
  return [
    switchable.on({
      value: isOn(state),
      write: (on) => ({
        ...callService(state, on ? 'turn_on' : 'turn_off'),
        domain: 'homeassistant',
      }),
    }),
  ];
};
