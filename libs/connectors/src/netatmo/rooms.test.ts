import { describe, expect, test } from '@jest/globals';
import { heatingDevices, homeStatus } from './heating/heating.js';
import { homesData, homesOf } from './homes.js';
import { roomsOf } from './rooms.js';
import { ids, newState } from './testing/state.js';
import { stationsData, weatherOf } from './weather.js';

const { homes: given, stations, status } = newState();
const homes = homesOf(homesData.parse({ homes: given }));
const weather = weatherOf(stationsData.parse({ devices: stations }));
const heating = homes
  .filter(({ heaters }) => heaters.length > 0)
  .flatMap((home) => heatingDevices(home, homeStatus.parse({ home: status[home.id] })));

const livingRoom = {
  id: `${ids.cottage}/${ids.livingRoom}`,
  name: 'Living room',
  type: 'room',
  parent: ids.cottage,
};
const office = {
  id: `${ids.flat}/${ids.office}`,
  name: 'Office',
  type: 'room',
  parent: ids.flat,
  devices: [`room/${ids.flat}/${ids.office}`, ids.modulating],
};
const flat = { id: ids.flat, name: 'Flat', type: 'home', devices: [`home/${ids.flat}`] };
const harbour = { id: ids.harbour, name: 'Harbour', type: 'home', devices: ['70:ee:50:00:00:03'] };

describe('rooms', () => {
  test('are homes and their rooms, each device in one of them', () => {
    expect(roomsOf(homes, weather.homes, [...weather.devices, ...heating])).toEqual([
      {
        id: ids.cottage,
        name: 'Cottage',
        type: 'home',
        devices: [`home/${ids.cottage}`, '06:00:00:00:00:01', ids.rain, '03:00:00:00:00:01'],
      },
      {
        ...livingRoom,
        devices: [`room/${ids.cottage}/${ids.livingRoom}`, ids.thermostat, ids.valve, ids.station],
      },
      {
        id: `${ids.cottage}/${ids.garden}`,
        name: 'Garden',
        type: 'room',
        parent: ids.cottage,
        devices: ['02:00:00:00:00:01'],
      },
      flat,
      office,
      harbour,
    ]);
  });

  test('of weather alone are the homes that the stations name', () => {
    expect(roomsOf([], weather.homes, weather.devices)).toEqual([
      {
        id: ids.cottage,
        name: 'Cottage',
        type: 'home',
        devices: weather.devices.slice(0, 5).map(({ id }) => id),
      },
      harbour,
    ]);
  });

  test('of heating alone have nothing in them that was not found', () => {
    expect(roomsOf(homes, [], heating)).toEqual([
      {
        id: ids.cottage,
        name: 'Cottage',
        type: 'home',
        devices: [`home/${ids.cottage}`],
      },
      {
        ...livingRoom,
        devices: [`room/${ids.cottage}/${ids.livingRoom}`, ids.thermostat, ids.valve],
      },
      flat,
      office,
    ]);
  });

  test('without anything in them are none', () => {
    expect(roomsOf(homes, [], [])).toEqual([]);
  });

  test('may have two stations', () => {
    const two = ['a', 'b'].map((one) => ({ id: 'home', name: 'Both', devices: [one] }));
    expect(roomsOf([], two, weather.devices)).toEqual([
      { id: 'home', name: 'Both', type: 'home', devices: ['a', 'b'] },
    ]);
  });
});
