import { detectedByClass, property } from '@trellis/connector-sdk';
import { valueName, type Domain } from './domain.js';
import { isOn } from './state.js';

/**
 * The meaning of `on` for the device classes that no capability has
 * (developers.home-assistant.io, "Binary sensor entity").
 */
const meanings = new Map<unknown, string>([
  ['battery_charging', 'the battery is charging'],
  ['carbon_monoxide', 'carbon monoxide is detected'],
  ['cold', 'it is cold'],
  ['connectivity', 'it is connected'],
  ['heat', 'it is hot'],
  ['light', 'light is detected'],
  ['lock', 'it is unlocked'],
  ['moving', 'it is moving'],
  ['plug', 'it is plugged in'],
  ['power', 'power is detected'],
  ['problem', 'there is a problem'],
  ['running', 'it is running'],
  ['safety', 'it is unsafe'],
  ['sound', 'sound is detected'],
  ['update', 'an update is available'],
]);

export const binarySensor: Domain = (state) => {
  const { device_class: deviceClass } = state.attributes;
  const value = isOn(state);
  const detected = detectedByClass({ deviceClass, value });
  if (detected) return [detected];
  const meaning = meanings.get(deviceClass);
  const affordance = {
    type: 'boolean' as const,
    title: 'State',
    description: meaning === undefined ? undefined : `True: ${meaning}.`,
  };
  return [property(valueName, affordance, { value })];
};
