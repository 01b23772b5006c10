import { sensor, type Device } from '@trellis/connector-sdk';
import { z } from 'zod';
import { elements, id, maybe, nameOr, parseEach } from './lenient.js';
import { measures, toNumber, type MeasureName } from './measures.js';

/** A station or one of its modules in `GET /getstationsdata`. */
const module_ = z.looseObject({
  _id: id,
  type: z.string(),
  module_name: maybe(z.string()),
  reachable: maybe(z.boolean()),
  battery_percent: maybe(z.number()),
  dashboard_data: maybe(z.record(z.string(), z.unknown())),
});
type Module = z.infer<typeof module_>;

const station = module_.extend({
  station_name: maybe(z.string()),
  home_id: maybe(id),
  home_name: maybe(z.string()),
  modules: elements,
});

/** The body of `GET /getstationsdata` and of `GET /gethomecoachsdata`. */
export const stationsData = z.looseObject({ devices: z.array(z.unknown()) });

interface ModuleType {
  name: string;
  measured: MeasureName[];
  hasBattery: boolean;
}

const climate: MeasureName[] = ['temperature', 'temperature_trend', 'humidity'];
const air: MeasureName[] = [...climate, 'carbon_dioxide'];

/** The measurements of each type of module, listed so that a thing keeps its shape while a module is unavailable. */
const moduleTypes = new Map<string, ModuleType>([
  [
    'NAMain',
    {
      name: 'Indoor station',
      measured: [...air, 'noise', 'pressure', 'pressure_trend', 'absolute_pressure'],
      hasBattery: false,
    },
  ],
  ['NAModule1', { name: 'Outdoor module', measured: climate, hasBattery: true }],
  [
    'NAModule2',
    {
      name: 'Wind gauge',
      measured: ['wind_speed', 'wind_direction', 'gust_speed', 'gust_direction'],
      hasBattery: true,
    },
  ],
  [
    'NAModule3',
    { name: 'Rain gauge', measured: ['rain', 'rain_hour', 'rain_day'], hasBattery: true },
  ],
  ['NAModule4', { name: 'Indoor module', measured: air, hasBattery: true }],
  [
    'NHC',
    {
      name: 'Home Coach',
      measured: [
        'temperature',
        'humidity',
        'carbon_dioxide',
        'noise',
        'pressure',
        'absolute_pressure',
        'health',
      ],
      hasBattery: false,
    },
  ],
]);

export interface StationHome {
  id: string;
  name: string;
  devices: string[];
}

export interface Weather {
  devices: Device<never>[];
  homes: StationHome[];
  /** The unsupported types of stations and modules; `malformed` for unreadable ones. */
  leftOut: string[];
}

export function weatherOf({ devices: given }: z.infer<typeof stationsData>): Weather {
  const readable = parseEach(given, station);
  const leftOut = malformed(given, readable);
  const stations = readable.map(({ home_id, home_name, ...main }) => {
    const name = nameOr('Weather', home_name ?? main.station_name);
    const inside = parseEach(main.modules, module_);
    const modules = [main, ...inside];
    leftOut.push(...malformed(main.modules, inside), ...unknownTypes(modules));
    return { id: home_id, name, devices: modules.flatMap((module) => toDevice(module, name)) };
  });
  return {
    leftOut,
    devices: stations.flatMap(({ devices }) => devices),
    homes: stations.flatMap(({ id: homeId, name, devices }) =>
      homeId !== undefined && devices.length > 0
        ? [{ id: homeId, name, devices: devices.map(({ id }) => id) }]
        : [],
    ),
  };
}

const malformed = (given: unknown[], readable: unknown[]): string[] =>
  Array.from({ length: given.length - readable.length }, () => 'malformed');

const unknownTypes = (modules: Module[]): string[] =>
  modules.map(({ type }) => type).filter((type) => !moduleTypes.has(type));

function toDevice(module: Module, home: string): Device<never>[] {
  const type = moduleTypes.get(module.type);
  if (!type) return [];
  const { dashboard_data: data = {}, battery_percent: battery } = module;
  const names: MeasureName[] = [...type.measured, 'measured'];
  return [
    {
      id: module._id,
      title: `${nameOr(type.name, module.module_name)} (${home})`,
      description: `Netatmo ${type.name.toLowerCase()}`,
      abilities: [
        ...names.map((name) => measures[name](data)),
        ...(type.hasBattery ? [sensor.battery({ value: toNumber(battery, 0, 100) })] : []),
      ],
      available: module.reachable ?? true,
    },
  ];
}
