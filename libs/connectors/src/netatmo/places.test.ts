import { describe, expect, test } from '@jest/globals';
import { energyEntities, homeStatus } from './energy.js';
import { ids, newState } from './fixtures.js';
import { homesData, homesOf } from './homes.js';
import { placesOf } from './places.js';
import { stationsData, weatherOf } from './weather.js';

const { homes: given, stations, status } = newState();
const homes = homesOf(homesData.parse({ homes: given }));
const weather = weatherOf(stationsData.parse({ devices: stations }));
const heating = homes
  .filter(({ heaters }) => heaters.length > 0)
  .flatMap((home) => energyEntities(home, homeStatus.parse({ home: status[home.id] })));

const livingRoom = {
  ...{ id: `${ids.cottage}/${ids.livingRoom}`, name: 'Living room', type: 'room' },
  parent: ids.cottage,
};
const office = {
  ...{ id: `${ids.flat}/${ids.office}`, name: 'Office', type: 'room', parent: ids.flat },
  entities: [`room/${ids.flat}/${ids.office}`, ids.modulating],
};
const flat = { id: ids.flat, name: 'Flat', type: 'home', entities: [`home/${ids.flat}`] };
const harbour = { id: ids.harbour, name: 'Harbour', type: 'home', entities: ['70:ee:50:00:00:03'] };

describe('places', () => {
  test('are homes and rooms with what is in them, each thing in one', () => {
    expect(placesOf(homes, weather.homes, [...weather.entities, ...heating])).toEqual([
      {
        ...{ id: ids.cottage, name: 'Cottage', type: 'home' },
        entities: [`home/${ids.cottage}`, ...['06:00:00:00:00:01', ids.rain, '03:00:00:00:00:01']],
      },
      {
        ...livingRoom,
        entities: [
          `room/${ids.cottage}/${ids.livingRoom}`,
          ...[ids.thermostat, ids.valve, ids.station],
        ],
      },
      {
        ...{ id: `${ids.cottage}/${ids.garden}`, name: 'Garden', type: 'room' },
        ...{ parent: ids.cottage, entities: ['02:00:00:00:00:01'] },
      },
      flat,
      office,
      harbour,
    ]);
  });

  test('of weather alone are the homes that the stations name', () => {
    expect(placesOf([], weather.homes, weather.entities)).toEqual([
      {
        ...{ id: ids.cottage, name: 'Cottage', type: 'home' },
        entities: weather.entities.slice(0, 5).map(({ id }) => id),
      },
      harbour,
    ]);
  });

  test('of heating alone have nothing in them that was not found', () => {
    expect(placesOf(homes, [], heating)).toEqual([
      {
        ...{ id: ids.cottage, name: 'Cottage', type: 'home' },
        entities: [`home/${ids.cottage}`],
      },
      {
        ...livingRoom,
        entities: [`room/${ids.cottage}/${ids.livingRoom}`, ids.thermostat, ids.valve],
      },
      flat,
      office,
    ]);
  });

  test('without anything in them are none', () => {
    expect(placesOf(homes, [], [])).toEqual([]);
  });

  test('may have two stations', () => {
    const two = ['a', 'b'].map((one) => ({ id: 'home', name: 'Both', entities: [one] }));
    expect(placesOf([], two, weather.entities)).toEqual([
      { id: 'home', name: 'Both', type: 'home', entities: ['a', 'b'] },
    ]);
  });
});
