import type { vocabulary } from '@trellis/connector-sdk';

/**
 * The meaning of a property or action and of writing it, the attribute or command of a cluster of Matter 1.3, and
 * what corresponds to it in Home Assistant; empty without one. The description of the property follows the meaning.
 */
export type Meaning = readonly [meaning: string, matter: string, homeAssistant: string];

type Vocabulary = typeof vocabulary;

export type CapabilityName = keyof Vocabulary;

type AbilityOf<Name extends CapabilityName> =
  | keyof Vocabulary[Name]['properties']
  | (Vocabulary[Name] extends { actions: infer Actions } ? keyof Actions : never);

type Meanings = { readonly [Name in CapabilityName]: Record<AbilityOf<Name>, Meaning> };

const onOff = 'On/Off `OnOff`';
const measures = (cluster: string) => `${cluster} Measurement \`MeasuredValue\``;
const electrical = (attribute: string) => `Electrical Power Measurement \`${attribute}\``;
const sensorOf = (deviceClass: string) => `sensor \`${deviceClass}\``;
const binaryOf = (...classes: string[]) =>
  `binary sensor ${classes.map((deviceClass) => `\`${deviceClass}\``).join(', ')}`;

export const meanings: Meanings = {
  light: {
    on: ['Whether the lamp shines. `false` retains the other properties.', onOff, 'light state'],
    brightness: [
      'How bright it is. While it is off, its last level or no value.',
      'Level Control `CurrentLevel`, with On/Off',
      'light `brightness`',
    ],
    color_mode: ['', 'Color Control `ColorMode`', 'light `color_mode`'],
    color_temperature: [
      'The temperature of its white light.',
      'Color Control `ColorTemperatureMireds`',
      'light `color_temp_kelvin`',
    ],
    color: [
      'The hue and saturation that it shines in.',
      'Color Control `CurrentHue`, `CurrentSaturation`',
      'light `hs_color`',
    ],
    effect: ['One of the effects of the lamp.', '', 'light `effect`'],
  },
  switch: { on: ['Whether what it switches is on.', onOff, 'switch state'] },
  plug: { on: ['Whether the plug supplies power.', onOff, 'switch state'] },
  thermostat: {
    target_temperature: [
      'The temperature to reach by heating or cooling.',
      'Thermostat `OccupiedHeatingSetpoint`, or `OccupiedCoolingSetpoint` while it cools',
      'climate `temperature`',
    ],
    target_temperature_low: [
      'Below it, the thermostat heats.',
      'Thermostat `OccupiedHeatingSetpoint`',
      'climate `target_temp_low`',
    ],
    target_temperature_high: [
      'Above it, the thermostat cools.',
      'Thermostat `OccupiedCoolingSetpoint`',
      'climate `target_temp_high`',
    ],
    mode: [
      'What it may do, such as `off`, `heat`, `cool` or `auto`. Targets have no effect while it is off.',
      'Thermostat `SystemMode`',
      'climate state',
    ],
    activity: [
      'What it does now, such as `heating` or `idle`.',
      'Thermostat `ThermostatRunningState`',
      'climate `hvac_action`',
    ],
    target_humidity: ['The relative humidity to reach.', '', 'climate, humidifier `humidity`'],
    preset: ['A named set of targets; another one changes them.', '', 'climate `preset_mode`'],
    fan_mode: ['How its fan runs.', 'Fan Control `FanMode`', 'climate `fan_mode`'],
    swing_mode: ['How its air outlet moves.', 'Fan Control `RockSetting`', 'climate `swing_mode`'],
  },
  cover: {
    position: [
      'How far it is open. During a move, the positions on the way.',
      'Window Covering `CurrentPositionLiftPercent100ths`, which counts from open',
      'cover `current_position`',
    ],
    tilt: [
      'How far the slats are open.',
      'Window Covering `CurrentPositionTiltPercent100ths`, which counts from open',
      'cover `current_tilt_position`',
    ],
    cover_state: [
      'Where it is, or the direction in which it moves.',
      'Window Covering `OperationalStatus`',
      'cover state',
    ],
    open: ['Moves it to 100.', 'Window Covering `UpOrOpen`', '`cover.open_cover`'],
    close: ['Moves it to 0.', 'Window Covering `DownOrClose`', '`cover.close_cover`'],
    stop: ['Stops it where it is.', 'Window Covering `StopMotion`', '`cover.stop_cover`'],
    open_tilt: [
      'Moves the slats to 100.',
      'Window Covering `GoToTiltPercentage`',
      '`cover.open_cover_tilt`',
    ],
    close_tilt: [
      'Moves the slats to 0.',
      'Window Covering `GoToTiltPercentage`',
      '`cover.close_cover_tilt`',
    ],
    stop_tilt: [
      'Stops the slats where they are.',
      'Window Covering `StopMotion`',
      '`cover.stop_cover_tilt`',
    ],
  },
  lock: {
    locked: ['True if the bolt is out.', 'Door Lock `LockState`', 'lock state'],
    lock_state: [
      'The same with its transitions and faults; `locked` follows from it.',
      'Door Lock `LockState`',
      'lock state',
    ],
    lock: ['Locks it, with a code if the lock wants one.', 'Door Lock `LockDoor`', '`lock.lock`'],
    unlock: ['Unlocks it; a latch stays.', 'Door Lock `UnlockDoor`', '`lock.unlock`'],
    unlatch: [
      'Unlocks it and pulls the latch: the door opens.',
      'Door Lock `UnlockDoor` if it supports unbolting',
      '`lock.open`',
    ],
  },
  fan: {
    on: ['Whether it runs.', 'Fan Control `FanMode` other than Off', 'fan state'],
    speed: ['Its share of the highest speed.', 'Fan Control `PercentSetting`', 'fan `percentage`'],
    oscillating: [
      'Whether it moves from side to side.',
      'Fan Control `RockSetting`',
      'fan `oscillating`',
    ],
    direction: [
      'The direction of the air.',
      'Fan Control `AirflowDirection`',
      'fan `current_direction`',
    ],
    preset: ['A program instead of a speed.', 'Fan Control `FanMode`', 'fan `preset_mode`'],
  },
  button: {
    event: [
      'The type of the last press, such as `single`. A press is an event of the thing as well.',
      'the events of Switch',
      'event `event_type`',
    ],
    event_time: ['When it happened; two presses of one type differ in it.', '', 'event state'],
  },
  temperature: {
    temperature: [
      'The temperature of the air, or of what the sensor is attached to.',
      measures('Temperature'),
      sensorOf('temperature'),
    ],
  },
  humidity: {
    humidity: [
      'The relative humidity of the air.',
      measures('Relative Humidity'),
      sensorOf('humidity'),
    ],
  },
  pressure: {
    pressure: [
      'The pressure of the air alone.',
      measures('Pressure'),
      sensorOf('atmospheric_pressure'),
    ],
  },
  carbon_dioxide: {
    carbon_dioxide: [
      'The share of carbon dioxide in the air.',
      measures('Carbon Dioxide Concentration'),
      sensorOf('carbon_dioxide'),
    ],
  },
  particulate_matter: {
    particulate_matter: [
      'The mass of particles up to 2.5 µm in the air.',
      measures('PM2.5 Concentration'),
      sensorOf('pm25'),
    ],
  },
  noise: { noise: ['The sound pressure level.', '', sensorOf('sound_pressure')] },
  illuminance: {
    illuminance: [
      'The light at the sensor. Matter counts logarithmically.',
      measures('Illuminance'),
      sensorOf('illuminance'),
    ],
  },
  power: {
    power: [
      'The electrical power at the moment; negative if it is supplied.',
      electrical('ActivePower'),
      sensorOf('power'),
    ],
  },
  energy: {
    energy: [
      'The reading of a meter; it counts up, and may start again.',
      'Electrical Energy Measurement `CumulativeEnergyImported`',
      sensorOf('energy'),
    ],
  },
  voltage: {
    voltage: [
      'The voltage of the mains. That of a battery is `battery_voltage`.',
      electrical('Voltage'),
      sensorOf('voltage'),
    ],
  },
  current: {
    current: ['The electrical current.', electrical('ActiveCurrent'), sensorOf('current')],
  },
  frequency: {
    frequency: ['The frequency of the mains.', electrical('Frequency'), sensorOf('frequency')],
  },
  wind_speed: { wind_speed: ['The speed of the wind.', '', sensorOf('wind_speed')] },
  rain: { rain: ['The depth of what has fallen.', '', sensorOf('precipitation')] },
  battery: {
    battery: [
      'The charge of the battery.',
      'Power Source `BatPercentRemaining`',
      sensorOf('battery'),
    ],
  },
  battery_low: {
    battery_low: [
      'Whether it is to be replaced or charged.',
      'Power Source `BatChargeLevel` other than OK',
      binaryOf('battery'),
    ],
  },
  motion: {
    motion: ['Whether something moves now.', 'Occupancy Sensing `Occupancy`', binaryOf('motion')],
  },
  occupancy: {
    occupancy: [
      'Whether somebody is present, also without moving.',
      'Occupancy Sensing `Occupancy`',
      binaryOf('occupancy', 'presence'),
    ],
  },
  open: {
    open: [
      'Whether a door, a window or a gate is open.',
      'Boolean State `StateValue` of a contact sensor, which is true if closed',
      binaryOf('door', 'window', 'garage_door', 'opening'),
    ],
  },
  smoke: { smoke: ['Whether there is smoke.', 'Smoke CO Alarm `SmokeState`', binaryOf('smoke')] },
  leak: {
    leak: [
      'Whether there is water where none should be.',
      'Boolean State `StateValue` of a water leak detector',
      binaryOf('moisture'),
    ],
  },
  gas: { gas: ['Whether there is gas.', '', binaryOf('gas')] },
  vibration: { vibration: ['Whether it vibrates now.', '', binaryOf('vibration')] },
  tamper: { tamper: ['Whether somebody opens or removes the device.', '', binaryOf('tamper')] },
};
