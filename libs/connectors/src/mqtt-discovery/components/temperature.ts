import { toNumber } from '@trellis/jinja';
import { convertUnit } from '@trellis/connector-sdk';

/** The conversion between a component's temperatures and °C. */
export interface TemperatureScale {
  toCelsius(value: number): number;
  fromCelsius(value: number): number;
  decode(text: string): number | undefined;
}

/** Returns the scale for a unit of Home Assistant: `F` or `°F` is Fahrenheit, everything else Celsius. */
export function temperatureScale(unit: string | undefined): TemperatureScale {
  const remote = unit === 'F' || unit === '°F' ? '°F' : '°C';
  const toCelsius = (value: number) => convertUnit(value, remote, '°C');
  return {
    toCelsius,
    fromCelsius: (value) => convertUnit(value, '°C', remote),
    decode(text) {
      const value = toNumber(text);
      return value === undefined ? undefined : toCelsius(value);
    },
  };
}
