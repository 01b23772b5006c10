import {
  action,
  booleanProperty,
  choice,
  convertUnit,
  detectedByClass,
  isConvertible,
  meaningOfClass,
  measuredByClass,
  oneLine,
  property,
  quantityOf,
  sensor as capability,
  textProperty,
  timeProperty,
} from '@trellis/connector-sdk';
import { toCelsius } from './climate.js';
import { numberOf, selected, valueName, type Domain, type EntityState } from './domain.js';

/** Device classes of sensors whose values are not numbers (`SensorDeviceClass`). */
const formats = new Map<unknown, string>([
  ['date', 'date'],
  ['timestamp', 'date-time'],
]);

/** A number (with a unit or a state class), a time or a text (developers.home-assistant.io, "Sensor entity"). */
export const sensor: Domain = (entity) => {
  const { state_class, device_class } = entity.attributes;
  const format = formats.get(device_class);
  if (format !== undefined) {
    const affordance = { type: 'string' as const, title: 'Time', format };
    return [property(valueName, affordance, { value: entity.stateTime })];
  }
  // The micro sign of the vocabulary replaces the Greek letter.
  const unit = entity.text('unit_of_measurement')?.replace(/^\u03bc/, '\u00b5');
  if (unit !== undefined || typeof state_class === 'string') return [measurement(entity, unit)];
  return [text(entity, device_class === 'enum' ? entity.texts('options') : [])];
};

function measurement(entity: EntityState, unit: string | undefined) {
  const value = numberOf(entity.state);
  const deviceClass = entity.attributes.device_class;
  const affordance = {
    '@type': quantityOf(unit, deviceClass),
    type: 'number' as const,
    title: 'Value',
    unit: unit || undefined,
  };
  return (
    measuredByClass({ deviceClass, unit, value }) ?? property(valueName, affordance, { value })
  );
}

function text(entity: EntityState, options: string[]) {
  const value = entity.stateText;
  return options.length > 0
    ? property(valueName, choice('Value', options), { value: selected(options, value).value })
    : textProperty(valueName, 'Value', value);
}

export const binarySensor: Domain = (entity) => {
  const { device_class: deviceClass } = entity.attributes;
  const value = entity.isOn;
  const detected = detectedByClass({ deviceClass, value });
  if (detected) return [detected];
  const description = meaningOfClass(deviceClass);
  return [property(valueName, { type: 'boolean', title: 'State', description }, { value })];
};

/** The location of a person or of a tracked device: `home`, `not_home`, or the name of a zone. */
export const location: Domain = (entity) => [textProperty(valueName, 'Location', entity.stateText)];

/** The current weather (developers.home-assistant.io, "Weather entity"), by default in the units of Home Assistant. */
export const weather: Domain = (entity) => {
  const { attributes, units } = entity;
  const convert = (name: 'pressure' | 'wind_speed', unit: string) => {
    const value = entity.number(name);
    const given = entity.text(`${name}_unit`) ?? oneLine(units[name]) ?? unit;
    // In another unit the value is unknown: the property keeps the unit of the capability.
    return value !== undefined && isConvertible(given, unit)
      ? convertUnit(value, given, unit)
      : undefined;
  };
  const temperature = toCelsius(entity.number('temperature'), {
    temperature: attributes.temperature_unit ?? units.temperature,
  });
  return [
    textProperty('condition', 'Condition', entity.stateText),
    capability.temperature({ value: temperature }),
    capability.humidity({ value: entity.number('humidity') }),
    capability.pressure({ value: convert('pressure', 'hPa') }),
    capability.wind_speed({ value: convert('wind_speed', 'km/h') }),
    angle(entity, 'wind_bearing', 'Wind bearing'),
  ];
};

const angle = (entity: EntityState, name: string, title: string) =>
  property(name, { type: 'number', title, unit: '°' }, { value: entity.number(name) });

const positions = ['above_horizon', 'below_horizon'];

const times = {
  next_dawn: 'Next dawn',
  next_rising: 'Next sunrise',
  next_noon: 'Next solar noon',
  next_setting: 'Next sunset',
  next_dusk: 'Next dusk',
  next_midnight: 'Next solar midnight',
};

/** The position of the sun (home-assistant.io/integrations/sun). */
export const sun: Domain = (entity) => {
  const { reachable } = entity;
  const { value } = selected(positions, entity.state);
  return [
    property('state', choice('Position', positions), { value }),
    booleanProperty('rising', 'Rising', reachable.boolean('rising')),
    angle(reachable, 'elevation', 'Elevation'),
    angle(reachable, 'azimuth', 'Azimuth'),
    ...Object.entries(times).map(([name, title]) =>
      timeProperty(name, title, reachable.time(name)),
    ),
  ];
};

/** `UpdateEntityFeature.INSTALL`. */
const installFeature = 1;

/** The firmware of a device, or a program (developers.home-assistant.io, "Update entity"). */
export const update: Domain = (entity) => {
  return [
    booleanProperty('update_available', 'Update available', entity.isOn),
    textProperty('installed_version', 'Installed version', entity.text('installed_version')),
    textProperty('latest_version', 'Latest version', entity.text('latest_version')),
    booleanProperty('updating', 'Update in progress', entity.boolean('in_progress')),
    entity.supports(installFeature) &&
      action('install_update', { title: 'Install the update' }, () => entity.call('install')),
  ];
};
