/** The attribute of a cluster of Matter 1.3, and of an entity of Home Assistant, that a property corresponds to. */
interface Equivalents {
  matter: string;
  homeAssistant: string;
}

/** The equivalents of the properties of lamps, fans and covers. */
export const equivalents: Record<'light' | 'fan' | 'cover', Record<string, Equivalents>> = {
  light: {
    on: { matter: 'On/Off `OnOff`', homeAssistant: 'state' },
    brightness: {
      matter: 'Level Control `CurrentLevel`, with On/Off',
      homeAssistant: '`brightness`',
    },
    color_mode: { matter: 'Color Control `ColorMode`', homeAssistant: '`color_mode`' },
    color_temperature: {
      matter: 'Color Control `ColorTemperatureMireds`',
      homeAssistant: '`color_temp_kelvin`',
    },
    color: {
      matter: 'Color Control `CurrentHue`, `CurrentSaturation`',
      homeAssistant: '`hs_color`',
    },
    effect: { matter: '', homeAssistant: '`effect`' },
  },
  fan: {
    on: { matter: 'Fan Control `FanMode` other than Off', homeAssistant: 'state' },
    speed: { matter: 'Fan Control `PercentSetting`', homeAssistant: '`percentage`' },
    oscillating: { matter: 'Fan Control `RockSetting`', homeAssistant: '`oscillating`' },
    direction: { matter: 'Fan Control `AirflowDirection`', homeAssistant: '`direction`' },
    preset: { matter: 'Fan Control `FanMode`', homeAssistant: '`preset_mode`' },
  },
  cover: {
    position: {
      matter: 'Window Covering `CurrentPositionLiftPercent100ths`, which counts from open',
      homeAssistant: '`current_position`',
    },
    tilt: {
      matter: 'Window Covering `CurrentPositionTiltPercent100ths`, which counts from open',
      homeAssistant: '`current_tilt_position`',
    },
    cover_state: { matter: 'Window Covering `OperationalStatus`', homeAssistant: 'state' },
  },
};
