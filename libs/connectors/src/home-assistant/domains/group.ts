import { property, switchable } from '@trellis/connector-sdk';
import { callService, type Domain } from './domain.js';
import { domainOf, isOn, stateText } from './state.js';
import { textsOf } from './values.js';

/** Domains whose entities are turned on and off. */
const switchedDomains = new Set([
  ...['light', 'switch', 'fan', 'input_boolean', 'siren', 'humidifier', 'remote', 'media_player'],
  ...['automation', 'script', 'group'],
]);

/**
 * Entities that a user has put together (home-assistant.io/integrations/group). They are switched by
 * a service of Home Assistant itself, which passes it on to each; a group of anything else shows its
 * state alone, such as `home` of persons.
 */
export const group: Domain = (state) => {
  const members = textsOf(state.attributes.entity_id);
  const isSwitched = members.length > 0 && members.every((id) => switchedDomains.has(domainOf(id)));
  if (!isSwitched) {
    return [property('state', { type: 'string', title: 'State' }, { value: stateText(state) })];
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
