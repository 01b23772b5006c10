import { type Entity, type PropertyAffordance } from '@trellis/connector-sdk';
import { z } from 'zod';
import { battery, measures, type Measure } from './measures.js';
import { each, elements, id, known, maybe, shown } from './tolerant.js';

/** A station or one of its modules, as `GET /getstationsdata` gives it. */
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

/** The answer of `GET /getstationsdata`. */
export const stationsData = z.looseObject({ devices: z.array(z.unknown()) });

const climate = ['temperature', 'temperature_trend', 'humidity'];
const air = [...climate, 'carbon_dioxide'];
const pressure = ['pressure', 'pressure_trend', 'absolute_pressure'];

/** What each type of module measures, said here so that a thing keeps its shape while it is away. */
const kinds = new Map([
  ['NAMain', { kind: 'Indoor station', measured: [...air, 'noise', ...pressure] }],
  ['NAModule1', { kind: 'Outdoor module', measured: climate }],
  [
    'NAModule2',
    {
      kind: 'Wind gauge',
      measured: ['wind_speed', 'wind_direction', 'gust_speed', 'gust_direction'],
    },
  ],
  ['NAModule3', { kind: 'Rain gauge', measured: ['rain', 'rain_hour', 'rain_day'] }],
  ['NAModule4', { kind: 'Indoor module', measured: air }],
]);

/** Where a station stands, as far as it says so itself. */
export interface StationHome {
  id: string;
  name: string;
  /** The station and its modules. */
  entities: string[];
}

export interface Weather {
  entities: Entity[];
  homes: StationHome[];
}

/** The weather stations and their modules; what is none that is known is left out. */
export function weatherOf({ devices }: z.infer<typeof stationsData>): Weather {
  const stations = each(devices, station).map((given) => {
    const home = shown(given.home_name ?? given.station_name, 'Weather');
    const entities = [given, ...each(given.modules, module_)].flatMap((module) =>
      entityOf(module, home),
    );
    return { entities, home, id: given.home_id };
  });
  return {
    entities: stations.flatMap(({ entities }) => entities),
    homes: stations.flatMap(({ id: of, home, entities }) =>
      of !== undefined && entities.length > 0
        ? [{ id: of, name: home, entities: entities.map(({ id }) => id) }]
        : [],
    ),
  };
}

function entityOf(module: Module, home: string): Entity[] {
  const type = kinds.get(module.type);
  if (!type) return [];
  const measured: [string, Measure][] = [...type.measured, 'measured'].map((name) => [
    name,
    measures[name]!,
  ]);
  const hasBattery = module.type !== 'NAMain';
  const properties: Record<string, PropertyAffordance> = {
    ...Object.fromEntries(measured.map(([name, { affordance }]) => [name, affordance])),
    ...(hasBattery && { battery: battery.affordance }),
  };
  const { dashboard_data: data = {}, battery_percent } = module;
  return [
    {
      id: module._id,
      title: `${shown(module.module_name, type.kind)} (${home})`,
      description: `Netatmo ${type.kind.toLowerCase()}`,
      properties,
      values: known({
        ...Object.fromEntries(measured.map(([name, { key, value }]) => [name, value(data[key])])),
        ...(hasBattery && { battery: battery.value(battery_percent) }),
      }),
      available: module.reachable ?? true,
    },
  ];
}
