/** The meaning of a term of Trellis' own, and what corresponds to it elsewhere. */
export interface Term {
  description: string;
  /** Cluster and attribute of Matter 1.3; empty without one. */
  matter: string;
  /** Attribute or state of an entity of Home Assistant; empty without one. */
  homeAssistant: string;
}

/**
 * The terms for `@type` of properties whose meaning no public vocabulary has: WebThings has no color of hue and saturation,
 * for instance, and no fan. Their prefix is `trellis:`. `Choice` is generic, as WebThings' `BooleanProperty` and
 * `LevelProperty` are: it says how a property is used and not what it is about.
 */
export const terms = {
  Color: {
    description: 'The color of a lamp as hue and saturation.',
    matter: 'Color Control `CurrentHue`, `CurrentSaturation`',
    homeAssistant: 'light `hs_color`',
  },
  ColorMode: {
    description: 'Which property a lamp shines in: `color` or `color_temperature`.',
    matter: 'Color Control `ColorMode`',
    homeAssistant: 'light `color_mode`',
  },
  Effect: {
    description: 'The effect that a lamp shows.',
    matter: '',
    homeAssistant: 'light `effect`',
  },
  Gradient: {
    description: 'The colors along a lamp, in the form of its vendor.',
    matter: '',
    homeAssistant: '',
  },
  Preset: {
    description: 'A named set of targets, such as `eco` or `away`.',
    matter: 'Fan Control `FanMode` of a fan',
    homeAssistant: 'climate, fan `preset_mode`',
  },
  FanMode: {
    description: 'How the fan of an air conditioner runs.',
    matter: 'Fan Control `FanMode`',
    homeAssistant: 'climate `fan_mode`',
  },
  SwingMode: {
    description: 'How the air outlet of an air conditioner moves.',
    matter: 'Fan Control `RockSetting`',
    homeAssistant: 'climate `swing_mode`',
  },
  TargetHumidity: {
    description: 'The relative humidity to reach.',
    matter: '',
    homeAssistant: 'climate, humidifier `humidity`',
  },
  Oscillating: {
    description: 'Whether a fan turns from side to side.',
    matter: 'Fan Control `RockSetting`',
    homeAssistant: 'fan `oscillating`',
  },
  AirflowDirection: {
    description: 'The direction in which a fan blows.',
    matter: 'Fan Control `AirflowDirection`',
    homeAssistant: 'fan `direction`',
  },
  CoverState: {
    description: 'Whether a cover is open, closed or on its way.',
    matter: 'Window Covering `OperationalStatus`',
    homeAssistant: 'cover state',
  },
  Locked: {
    description: 'Whether a lock is locked.',
    matter: 'Door Lock `LockState`',
    homeAssistant: 'lock state',
  },
  PinCode: {
    description: 'A code of a keypad.',
    matter: 'Door Lock `SetCredential`',
    homeAssistant: '',
  },
  Gas: {
    description: 'Whether gas is detected.',
    matter: '',
    homeAssistant: 'binary sensor of the class `gas`',
  },
  Vibration: {
    description: 'Whether a vibration is detected.',
    matter: '',
    homeAssistant: 'binary sensor of the class `vibration`',
  },
  Moisture: {
    description: 'How wet a material is, such as soil.',
    matter: '',
    homeAssistant: 'sensor of the class `moisture`',
  },
  ReactiveEnergy: {
    description: 'The reactive energy that went through a meter.',
    matter: '',
    homeAssistant: 'sensor of the class `reactive_energy`',
  },
  Event: {
    description: 'The type of the last event.',
    matter: 'Switch, its events',
    homeAssistant: 'event `event_type`',
  },
  EventTime: {
    description: 'When the last event happened.',
    matter: '',
    homeAssistant: 'event state',
  },
  EventDetail: {
    description: 'A detail of the last event, such as who unlocked a door.',
    matter: 'the fields of Door Lock `LockOperation`',
    homeAssistant: '',
  },
  Fault: {
    description: 'A fault of the device or of a part, in the words of its vendor.',
    matter: 'Boolean State Configuration `SensorFault` of a sensor',
    homeAssistant: '',
  },
  Schedule: {
    description: 'A program of a day or a week, in the form of the vendor.',
    matter: 'Thermostat `SetWeeklySchedule` of a thermostat',
    homeAssistant: '',
  },
  InfraredCode: {
    description:
      'An infrared command that was received or is to be sent, in the form of the vendor.',
    matter: '',
    homeAssistant: '',
  },
  Label: {
    description: 'A name that a person gives the device or a part.',
    matter: 'User Label `LabelList`',
    homeAssistant: 'the name of an entity',
  },
  Choice: {
    description: 'One of several options whose meaning only the vendor states. Generic.',
    matter: 'Mode Select `CurrentMode`',
    homeAssistant: 'state of a select, or of a sensor of the class `enum`',
  },
} as const satisfies Record<string, Term>;
