import { affordances, type Entity, type PropertyAffordance } from '@trellis/connector-sdk';
import { z } from 'zod';

const module_ = z.looseObject({
  _id: z.string().min(1).max(512),
  type: z.string(),
  module_name: z.string().optional(),
  reachable: z.boolean().optional(),
  battery_percent: z.number().optional(),
  dashboard_data: z.record(z.string(), z.unknown()).optional(),
});
type Module = z.infer<typeof module_>;

const station = module_.extend({
  station_name: z.string().optional(),
  home_name: z.string().optional(),
  modules: z.array(z.unknown()).default([]),
});

/** The answer of `GET /getstationsdata`. */
export const stationsData = z.looseObject({ devices: z.array(z.unknown()).default([]) });

interface Measure {
  /** As in `dashboard_data`. */
  key: string;
  affordance: PropertyAffordance;
}

const number = (title: string, unit: string): PropertyAffordance => ({
  type: 'number',
  title,
  unit,
  readOnly: true,
});

/** What a module may measure (dev.netatmo.com, "Weather"); the API gives metric units. */
const measures: Record<string, Measure> = {
  temperature: { key: 'Temperature', affordance: affordances.temperature },
  humidity: { key: 'Humidity', affordance: affordances.humidity },
  carbon_dioxide: { key: 'CO2', affordance: affordances.carbonDioxide },
  pressure: { key: 'Pressure', affordance: affordances.pressure },
  noise: { key: 'Noise', affordance: affordances.noise },
  wind_speed: { key: 'WindStrength', affordance: number('Wind speed', 'km/h') },
  wind_direction: { key: 'WindAngle', affordance: number('Wind direction', '°') },
  gust_speed: { key: 'GustStrength', affordance: number('Gust speed', 'km/h') },
  gust_direction: { key: 'GustAngle', affordance: number('Gust direction', '°') },
  rain: { key: 'Rain', affordance: number('Rain', 'mm') },
  rain_hour: { key: 'sum_rain_1', affordance: number('Rain of the last hour', 'mm') },
  rain_day: { key: 'sum_rain_24', affordance: number('Rain of the day', 'mm') },
};

/** What each type of module measures, said here so that a thing keeps its shape while it is away. */
const measuredBy: Record<string, { kind: string; names: string[] }> = {
  NAMain: {
    kind: 'Indoor station',
    names: ['temperature', 'humidity', 'carbon_dioxide', 'pressure', 'noise'],
  },
  NAModule1: { kind: 'Outdoor module', names: ['temperature', 'humidity'] },
  NAModule2: {
    kind: 'Wind gauge',
    names: ['wind_speed', 'wind_direction', 'gust_speed', 'gust_direction'],
  },
  NAModule3: { kind: 'Rain gauge', names: ['rain', 'rain_hour', 'rain_day'] },
  NAModule4: { kind: 'Indoor module', names: ['temperature', 'humidity', 'carbon_dioxide'] },
};

/** The weather stations and their modules; what is none that is known is left out. */
export function weatherEntities({ devices }: z.infer<typeof stationsData>): Entity[] {
  return devices.flatMap((device) => {
    const { data } = station.safeParse(device);
    if (!data) return [];
    const home = data.home_name ?? data.station_name;
    const modules = data.modules.flatMap((given) => module_.safeParse(given).data ?? []);
    return [data, ...modules].flatMap((module) => entityOf(module, home));
  });
}

function entityOf(module: Module, home: string | undefined): Entity[] {
  const known = Object.hasOwn(measuredBy, module.type) ? measuredBy[module.type] : undefined;
  if (!known) return [];
  const measured = known.names.map((name) => [name, measures[name]!] as const);
  const hasBattery = module.type !== 'NAMain';
  return [
    {
      id: module._id,
      title: titleOf(module.module_name, home) ?? known.kind,
      description: `Netatmo ${known.kind.toLowerCase()}`,
      properties: {
        ...Object.fromEntries(measured.map(([name, { affordance }]) => [name, affordance])),
        ...(hasBattery && { battery: affordances.battery }),
      },
      values: {
        ...Object.fromEntries(measured.flatMap(([name, { key }]) => valueOf(module, name, key))),
        ...(hasBattery &&
          module.battery_percent !== undefined && { battery: module.battery_percent }),
      },
      available: module.reachable ?? true,
    },
  ];
}

function valueOf({ dashboard_data = {} }: Module, name: string, key: string) {
  const value = dashboard_data[key];
  return typeof value === 'number' ? [[name, value] as const] : [];
}

function titleOf(name: string | undefined, home: string | undefined): string | undefined {
  const title = [name, home && `(${home})`].filter(Boolean).join(' ').slice(0, 200).trim();
  return title === '' ? undefined : title;
}
