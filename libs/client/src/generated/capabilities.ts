// Made from the vocabulary of connectors by `npm run generate:client`.

/** The properties and actions of the capabilities that things of all technologies share. */
export interface Capabilities {
  light: {
    writable: {
      /** On. */
      on: boolean;
      /** Brightness (%, 0 to 100). 0 is off. Setting a level above 0 switches the lamp on; switching it on restores the last level. */
      brightness: number;
      /** Color temperature (K). Setting it switches the lamp on. */
      color_temperature: number;
      /** Color. Setting it switches the lamp on. The brightness is a property of its own. */
      color: { hue: number; saturation: number };
      /** Effect. Setting it switches the lamp on. */
      effect: string;
    };
    readOnly: {
      /** Color mode. What the lamp shines in. The other one has no value. */
      color_mode: 'color' | 'color_temperature';
    };
    actions: never;
  };
  switch: {
    writable: {
      /** On. */
      on: boolean;
    };
    readOnly: object;
    actions: never;
  };
  plug: {
    writable: {
      /** On. */
      on: boolean;
    };
    readOnly: object;
    actions: never;
  };
  thermostat: {
    writable: {
      /** Target temperature (°C). */
      target_temperature: number;
      /** Lowest temperature (°C). */
      target_temperature_low: number;
      /** Highest temperature (°C). */
      target_temperature_high: number;
      /** Mode. */
      mode: string;
      /** Target humidity (%, 0 to 100). */
      target_humidity: number;
      /** Preset. */
      preset: string;
      /** Fan. */
      fan_mode: string;
      /** Swing. */
      swing_mode: string;
    };
    readOnly: {
      /** Activity. */
      activity: string;
    };
    actions: never;
  };
  cover: {
    writable: {
      /** Position (%, 0 to 100). 0 is closed, 100 is open. */
      position: number;
      /** Tilt of the slats (%, 0 to 100). */
      tilt: number;
    };
    readOnly: {
      /** State. */
      cover_state: 'open' | 'opening' | 'closed' | 'closing' | 'stopped';
    };
    actions: 'open' | 'close' | 'stop' | 'open_tilt' | 'close_tilt' | 'stop_tilt';
  };
  lock: {
    writable: object;
    readOnly: {
      /** Locked. */
      locked: boolean;
      /** State. */
      lock_state: 'locked' | 'unlocked' | 'locking' | 'unlocking' | 'open' | 'opening' | 'jammed';
    };
    actions: 'lock' | 'unlock' | 'unlatch';
  };
  fan: {
    writable: {
      /** On. */
      on: boolean;
      /** Speed (%, 0 to 100). 0 is off. Setting a speed above 0 switches the fan on. */
      speed: number;
      /** Oscillating. */
      oscillating: boolean;
      /** Direction. */
      direction: 'forward' | 'reverse';
      /** Preset. */
      preset: string;
    };
    readOnly: object;
    actions: never;
  };
  button: {
    writable: object;
    readOnly: {
      /** Last event. */
      event: string;
      /** Time of the last event. */
      event_time: string;
    };
    actions: never;
  };
  temperature: {
    writable: object;
    readOnly: {
      /** Temperature (°C). */
      temperature: number;
    };
    actions: never;
  };
  humidity: {
    writable: object;
    readOnly: {
      /** Relative humidity (%, 0 to 100). */
      humidity: number;
    };
    actions: never;
  };
  pressure: {
    writable: object;
    readOnly: {
      /** Air pressure (hPa). */
      pressure: number;
    };
    actions: never;
  };
  carbon_dioxide: {
    writable: object;
    readOnly: {
      /** Carbon dioxide (ppm, 0 to more). */
      carbon_dioxide: number;
    };
    actions: never;
  };
  particulate_matter: {
    writable: object;
    readOnly: {
      /** Particulate matter (PM2.5) (µg/m³, 0 to more). */
      particulate_matter: number;
    };
    actions: never;
  };
  noise: {
    writable: object;
    readOnly: {
      /** Noise (dB). */
      noise: number;
    };
    actions: never;
  };
  illuminance: {
    writable: object;
    readOnly: {
      /** Illuminance (lx, 0 to more). */
      illuminance: number;
    };
    actions: never;
  };
  power: {
    writable: object;
    readOnly: {
      /** Power (W). */
      power: number;
    };
    actions: never;
  };
  energy: {
    writable: object;
    readOnly: {
      /** Energy (kWh). */
      energy: number;
    };
    actions: never;
  };
  voltage: {
    writable: object;
    readOnly: {
      /** Voltage (V). */
      voltage: number;
    };
    actions: never;
  };
  current: {
    writable: object;
    readOnly: {
      /** Current (A). */
      current: number;
    };
    actions: never;
  };
  frequency: {
    writable: object;
    readOnly: {
      /** Frequency (Hz). */
      frequency: number;
    };
    actions: never;
  };
  wind_speed: {
    writable: object;
    readOnly: {
      /** Wind speed (km/h). */
      wind_speed: number;
    };
    actions: never;
  };
  rain: {
    writable: object;
    readOnly: {
      /** Rain (mm). */
      rain: number;
    };
    actions: never;
  };
  battery: {
    writable: object;
    readOnly: {
      /** Battery level (%, 0 to 100). */
      battery: number;
    };
    actions: never;
  };
  battery_low: {
    writable: object;
    readOnly: {
      /** Battery low. */
      battery_low: boolean;
    };
    actions: never;
  };
  motion: {
    writable: object;
    readOnly: {
      /** Motion detected. */
      motion: boolean;
    };
    actions: never;
  };
  occupancy: {
    writable: object;
    readOnly: {
      /** Occupied. */
      occupancy: boolean;
    };
    actions: never;
  };
  open: {
    writable: object;
    readOnly: {
      /** Open. */
      open: boolean;
    };
    actions: never;
  };
  smoke: {
    writable: object;
    readOnly: {
      /** Smoke detected. */
      smoke: boolean;
    };
    actions: never;
  };
  leak: {
    writable: object;
    readOnly: {
      /** Leak detected. */
      leak: boolean;
    };
    actions: never;
  };
  gas: {
    writable: object;
    readOnly: {
      /** Gas detected. */
      gas: boolean;
    };
    actions: never;
  };
  vibration: {
    writable: object;
    readOnly: {
      /** Vibration detected. */
      vibration: boolean;
    };
    actions: never;
  };
  tamper: {
    writable: object;
    readOnly: {
      /** Tampering detected. */
      tamper: boolean;
    };
    actions: never;
  };
}

/** The terms that a property of a capability has with every technology; its role is primary by default. */
export interface PropertySchema {
  readonly type: string;
  readonly unit?: string;
  readonly role?: string;
}

/** How to recognize a capability and its properties. */
export const capabilities: {
  readonly [Name in keyof Capabilities]: {
    readonly type: string;
    readonly main: readonly string[];
    readonly properties: Readonly<Record<string, PropertySchema>>;
    readonly actions: readonly string[];
  };
} = {
  light: {
    type: 'Light',
    main: ['on', 'brightness'],
    properties: {
      on: { type: 'boolean' },
      brightness: { type: 'number', unit: '%' },
      color_mode: { type: 'string' },
      color_temperature: { type: 'integer', unit: 'K' },
      color: { type: 'object' },
      effect: { type: 'string' },
    },
    actions: [],
  },
  switch: {
    type: 'OnOffSwitch',
    main: ['on'],
    properties: { on: { type: 'boolean' } },
    actions: [],
  },
  plug: { type: 'SmartPlug', main: ['on'], properties: { on: { type: 'boolean' } }, actions: [] },
  thermostat: {
    type: 'Thermostat',
    main: ['target_temperature', 'target_temperature_low', 'target_temperature_high', 'mode'],
    properties: {
      target_temperature: { type: 'number', unit: '°C' },
      target_temperature_low: { type: 'number', unit: '°C' },
      target_temperature_high: { type: 'number', unit: '°C' },
      mode: { type: 'string' },
      activity: { type: 'string' },
      target_humidity: { type: 'number', unit: '%' },
      preset: { type: 'string' },
      fan_mode: { type: 'string' },
      swing_mode: { type: 'string' },
    },
    actions: [],
  },
  cover: {
    type: 's4bldg:ShadingDevice',
    main: ['position', 'tilt', 'cover_state', 'open', 'close'],
    properties: {
      position: { type: 'number', unit: '%' },
      tilt: { type: 'number', unit: '%' },
      cover_state: { type: 'string' },
    },
    actions: ['open', 'close', 'stop', 'open_tilt', 'close_tilt', 'stop_tilt'],
  },
  lock: {
    type: 'Lock',
    main: ['locked', 'lock_state', 'lock', 'unlock'],
    properties: { locked: { type: 'boolean' }, lock_state: { type: 'string' } },
    actions: ['lock', 'unlock', 'unlatch'],
  },
  fan: {
    type: 's4bldg:Fan',
    main: ['on', 'speed'],
    properties: {
      on: { type: 'boolean' },
      speed: { type: 'number', unit: '%' },
      oscillating: { type: 'boolean' },
      direction: { type: 'string' },
      preset: { type: 'string' },
    },
    actions: [],
  },
  button: {
    type: 'PushButton',
    main: ['event', 'event_time'],
    properties: { event: { type: 'string' }, event_time: { type: 'string' } },
    actions: [],
  },
  temperature: {
    type: 'TemperatureSensor',
    main: ['temperature'],
    properties: { temperature: { type: 'number', unit: '°C' } },
    actions: [],
  },
  humidity: {
    type: 'HumiditySensor',
    main: ['humidity'],
    properties: { humidity: { type: 'number', unit: '%' } },
    actions: [],
  },
  pressure: {
    type: 'BarometricPressureSensor',
    main: ['pressure'],
    properties: { pressure: { type: 'number', unit: 'hPa' } },
    actions: [],
  },
  carbon_dioxide: {
    type: 'AirQualitySensor',
    main: ['carbon_dioxide'],
    properties: { carbon_dioxide: { type: 'number', unit: 'ppm' } },
    actions: [],
  },
  particulate_matter: {
    type: 'AirQualitySensor',
    main: ['particulate_matter'],
    properties: { particulate_matter: { type: 'number', unit: 'µg/m³' } },
    actions: [],
  },
  noise: {
    type: 'saref:Sensor',
    main: ['noise'],
    properties: { noise: { type: 'number', unit: 'dB' } },
    actions: [],
  },
  illuminance: {
    type: 'saref:LightSensor',
    main: ['illuminance'],
    properties: { illuminance: { type: 'number', unit: 'lx' } },
    actions: [],
  },
  power: {
    type: 'EnergyMonitor',
    main: ['power'],
    properties: { power: { type: 'number', unit: 'W' } },
    actions: [],
  },
  energy: {
    type: 'saref:Meter',
    main: ['energy'],
    properties: { energy: { type: 'number', unit: 'kWh' } },
    actions: [],
  },
  voltage: {
    type: 'EnergyMonitor',
    main: ['voltage'],
    properties: { voltage: { type: 'number', unit: 'V' } },
    actions: [],
  },
  current: {
    type: 'EnergyMonitor',
    main: ['current'],
    properties: { current: { type: 'number', unit: 'A' } },
    actions: [],
  },
  frequency: {
    type: 'EnergyMonitor',
    main: ['frequency'],
    properties: { frequency: { type: 'number', unit: 'Hz' } },
    actions: [],
  },
  wind_speed: {
    type: 'saref:Sensor',
    main: ['wind_speed'],
    properties: { wind_speed: { type: 'number', unit: 'km/h' } },
    actions: [],
  },
  rain: {
    type: 'saref:Sensor',
    main: ['rain'],
    properties: { rain: { type: 'number', unit: 'mm' } },
    actions: [],
  },
  battery: {
    type: 'PowerSource',
    main: ['battery'],
    properties: { battery: { type: 'number', unit: '%', role: 'diagnostic' } },
    actions: [],
  },
  battery_low: {
    type: 'PowerSource',
    main: ['battery_low'],
    properties: { battery_low: { type: 'boolean', role: 'diagnostic' } },
    actions: [],
  },
  motion: {
    type: 'MotionSensor',
    main: ['motion'],
    properties: { motion: { type: 'boolean' } },
    actions: [],
  },
  occupancy: {
    type: 'saref:Sensor',
    main: ['occupancy'],
    properties: { occupancy: { type: 'boolean' } },
    actions: [],
  },
  open: {
    type: 'DoorSensor',
    main: ['open'],
    properties: { open: { type: 'boolean' } },
    actions: [],
  },
  smoke: {
    type: 'SmokeSensor',
    main: ['smoke'],
    properties: { smoke: { type: 'boolean' } },
    actions: [],
  },
  leak: {
    type: 'LeakSensor',
    main: ['leak'],
    properties: { leak: { type: 'boolean' } },
    actions: [],
  },
  gas: {
    type: 'BinarySensor',
    main: ['gas'],
    properties: { gas: { type: 'boolean' } },
    actions: [],
  },
  vibration: {
    type: 'BinarySensor',
    main: ['vibration'],
    properties: { vibration: { type: 'boolean' } },
    actions: [],
  },
  tamper: {
    type: 'BinarySensor',
    main: ['tamper'],
    properties: { tamper: { type: 'boolean', role: 'diagnostic' } },
    actions: [],
  },
};
