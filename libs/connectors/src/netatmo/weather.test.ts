import { describe, expect, test } from '@jest/globals';
import { propertiesOf, valuesOf } from './testing/abilities.js';
import { newState, type Json } from './testing/state.js';
import { stationsData, weatherOf } from './weather.js';

const { stations } = newState();
const weatherFrom = (devices: unknown[]) => weatherOf(stationsData.parse({ devices }));
const measured = '2026-09-21T14:13:20.000Z';

/** The first module of a station, or the station itself, with some members changed. */
const moduleWith = (type: string, changed: Json) => {
  const module = { _id: '02:00', type, module_name: 'One', reachable: true, ...changed };
  return weatherFrom([{ ...stations[0]!, modules: [module] }]).devices[1];
};
const valuesWith = (type: string, dashboard_data: unknown) =>
  valuesOf(moduleWith(type, { dashboard_data })!);

describe('a weather station', () => {
  test('shows what it and its modules measure', () => {
    const { devices } = weatherFrom(stations);
    expect(devices.map((device) => [device.title, valuesOf(device)])).toEqual([
      [
        'Living room (Cottage)',
        {
          temperature: 21.3,
          temperature_trend: 'stable',
          humidity: 47,
          carbon_dioxide: 812,
          noise: 38,
          pressure: 1016.2,
          pressure_trend: 'down',
          absolute_pressure: 1012.1,
          measured,
        },
      ],
      [
        'Garden (Cottage)',
        { temperature: 8.4, temperature_trend: 'up', humidity: 81, measured, battery: 78 },
      ],
      [
        'Wind (Cottage)',
        {
          wind_speed: 12,
          wind_direction: 225,
          gust_speed: 31,
          gust_direction: 230,
          measured,
          battery: 78,
        },
      ],
      ['Rain (Cottage)', { rain: 0.1, rain_hour: 0.4, rain_day: 3.2, measured, battery: 78 }],
      [
        'Bedroom (Cottage)',
        {
          temperature: 19.1,
          temperature_trend: 'down',
          humidity: 52,
          carbon_dioxide: 640,
          measured,
          battery: 78,
        },
      ],
      ['Cabin (Harbour)', {}],
    ]);
    expect(devices.map(({ available }) => available)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  test('has a unit for every measure, all of them read-only', () => {
    const units = weatherFrom(stations).devices.flatMap((device) =>
      Object.entries(propertiesOf(device)).map(([name, { unit }]) => [name, unit]),
    );
    expect(Object.fromEntries(units)).toEqual({
      temperature: '°C',
      humidity: '%',
      carbon_dioxide: 'ppm',
      noise: 'dB',
      pressure: 'hPa',
      absolute_pressure: 'hPa',
      battery: '%',
      wind_speed: 'km/h',
      wind_direction: '°',
      gust_speed: 'km/h',
      gust_direction: '°',
      rain: 'mm',
      rain_hour: 'mm',
      rain_day: 'mm',
    });
    for (const device of weatherFrom(stations).devices) {
      expect(Object.values(propertiesOf(device)).every(({ readOnly }) => readOnly)).toBe(true);
    }
  });

  test('keeps its properties while it is away', () => {
    const { devices } = weatherFrom(stations);
    const away = devices.find(({ title }) => title === 'Cabin (Harbour)')!;
    expect(propertiesOf(away)).toEqual(propertiesOf(devices[0]!));
  });

  test('names its home', () => {
    const { homes } = weatherFrom(stations);
    expect(homes.map(({ name, devices }) => [name, devices.length])).toEqual([
      ['Cottage', 5],
      ['Harbour', 1],
    ]);
  });
});

describe('what a module measures', () => {
  test.each([
    ['a direction below zero', 'NAModule2', { WindAngle: -1 }, { wind_direction: 359 }],
    ['a direction all around', 'NAModule2', { WindAngle: 360 }, { wind_direction: 0 }],
    ['a direction that is none', 'NAModule2', { WindAngle: 4000 }, {}],
    ['a humidity that cannot be', 'NAModule1', { Humidity: 140 }, {}],
    ['rain that is negative', 'NAModule3', { Rain: -1 }, {}],
    ['a text for a number', 'NAModule1', { Temperature: '21' }, {}],
    ['a trend that is none', 'NAModule1', { temp_trend: 'sideways' }, {}],
    ['a time that is none', 'NAModule1', { time_utc: 1e300 }, {}],
    ['nothing that it should not', 'NAModule3', { Temperature: 3 }, {}],
    ['no data at all', 'NAModule1', undefined, {}],
    ['data of another shape', 'NAModule1', [1, 2], {}],
  ])('may be %s', (_what, type, data, expected) => {
    expect(valuesWith(type, data)).toEqual(expected);
  });

  test('has a name that can be shown', () => {
    const titleOf = (module_name: unknown) => moduleWith('NAModule1', { module_name })!.title;
    expect(titleOf(undefined)).toBe('Outdoor module (Cottage)');
    expect(titleOf(17)).toBe('Outdoor module (Cottage)');
    expect(titleOf(' \u0000\n ')).toBe('Outdoor module (Cottage)');
    expect(titleOf('a\u0000b')).toBe('a b (Cottage)');
    expect([...titleOf('🌧'.repeat(500))]).toHaveLength(100 + ' (Cottage)'.length);
  });
});

describe('in what it does not understand', () => {
  test.each([
    ['a type of module', { _id: '01:00', type: 'NAFuture' }],
    ['a name that objects have', { _id: '01:00', type: 'constructor' }],
    ['an id with a slash', { _id: 'home/1', type: 'NAModule1' }],
    ['an id that is too long', { _id: 'a'.repeat(600), type: 'NAModule1' }],
    ['no id', { type: 'NAModule1' }],
    ['a text', 'NAModule1'],
    ['null', null],
  ])('it ignores a module with %s, and no other', (_what, odd) => {
    const { devices } = weatherFrom([
      { ...stations[0]!, modules: [odd, ...stations[0]!.modules] },
      odd,
      stations[1],
    ]);
    expect(devices).toHaveLength(6);
  });

  test.each([[{}], [{ devices: 17 }], [{ devices: { 0: {} } }], [[]], [null]])(
    'it refuses a response such as %j',
    (body) => {
      expect(stationsData.safeParse(body).success).toBe(false);
    },
  );
});
