import { describe, expect, test } from '@jest/globals';
import { DeviceUnavailable, Rejected, Unauthorized } from '@trellis/connector-sdk';
import { netatmoInTest } from '../testing/in-test.js';
import { ids } from '../testing/state.js';

const netatmo = netatmoInTest();
const { poll, write, invoke } = netatmo;

describe('the heating', () => {
  const home = `home/${ids.cottage}`;
  const room = `room/${ids.cottage}/${ids.livingRoom}`;
  const roomOf = (id: string) => netatmo.peer().state.status[id]!.rooms[0]!;
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
  const seconds = (time: string) => Math.floor(Date.parse(time) / 1000);

  test.each([
    ['by setpoints', ids.cottage, room, 'POST /setroomthermpoint'],
    ['by states', ids.flat, `room/${ids.flat}/${ids.office}`, 'POST /setstate'],
  ])('of a room is set %s, as its home takes it', async (_how, of, entity, request) => {
    await write(entity, 'target_temperature', 22.5);
    const set = { therm_setpoint_mode: 'manual', therm_setpoint_temperature: 22.5 };
    expect(roomOf(of)).toMatchObject(set);
    const until = inAnHour();
    await invoke(entity, 'set_target', { temperature: 19, until });
    expect(roomOf(of)).toMatchObject({
      therm_setpoint_mode: 'manual',
      therm_setpoint_temperature: 19,
      therm_setpoint_end_time: seconds(until),
    });
    await invoke(entity, 'boost', { until });
    expect(roomOf(of)).toMatchObject({ therm_setpoint_mode: 'max' });
    await invoke(entity, 'follow_schedule');
    expect(roomOf(of)).toMatchObject({ therm_setpoint_mode: 'schedule' });
    const posted = netatmo.peer().requests.filter((one) => one.startsWith('POST'));
    expect(posted).toEqual([request, request, request, request]);
  });

  test('that was set is seen by the next poll', async () => {
    const until = new Date(1000 * seconds(inAnHour())).toISOString();
    await invoke(room, 'set_target', { temperature: 18.5, until });
    const { entities } = await poll();
    expect(entities.find(({ id }) => id === room)!.values).toMatchObject({
      target_temperature: 18.5,
      target_mode: 'manual',
      target_until: until,
    });
  });

  test('of a home has a mode and a schedule', async () => {
    await write(home, 'mode', 'away');
    expect(netatmo.peer().state.homes[0]).toMatchObject({
      therm_mode: 'away',
      therm_mode_endtime: 0,
    });
    const until = inAnHour();
    await invoke(home, 'set_mode', { mode: 'hg', until });
    expect(netatmo.peer().state.homes[0]).toMatchObject({
      therm_mode: 'hg',
      therm_mode_endtime: seconds(until),
    });
    await write(home, 'schedule', 'Holidays');
    const { entities } = await poll();
    expect(entities.find(({ id }) => id === home)!.values).toEqual({
      mode: 'hg',
      schedule: 'Holidays',
    });
    expect(netatmo.peer().state.homes[0]!.schedules![2]).toMatchObject({
      name: 'Tariff',
      selected: true,
    });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a temperature that is too high', () => write(room, 'target_temperature', 99)],
    ['one that Netatmo does not accept', () => write(room, 'target_temperature', 6)],
    ['a mode that does not exist', () => write(home, 'mode', 'party')],
    ['a schedule that does not exist', () => write(home, 'schedule', 'Tariff')],
    ['an end in the past', () => invoke(room, 'boost', { until: '2020-01-01T00:00:00Z' })],
    ['an end that is no time', () => invoke(room, 'boost', { until: 'soon' })],
    [
      'an end of the schedule',
      () => invoke(home, 'set_mode', { mode: 'schedule', until: inAnHour() }),
    ],
    ['a property that cannot be set', () => write(ids.thermostat, 'boiler_on', true)],
    ['an action that does not exist', () => invoke(home, 'boost')],
  ])('rejects %s', async (_what, request) => {
    await expect(request()).rejects.toBeInstanceOf(Rejected);
    expect(netatmo.peer().state.homes[0]!.therm_mode).toBe('schedule');
    expect(roomOf(ids.cottage).therm_setpoint_mode).toBe('schedule');
  });

  test.each([`room/${ids.cottage}/99`, 'room/none/1', 'home/none', 'none'])(
    'of %s, which is gone, is DeviceUnavailable',
    async (device) => {
      await expect(write(device, 'mode', 'away')).rejects.toBeInstanceOf(DeviceUnavailable);
    },
  );

  test('that may only be read is not set', async () => {
    const token = await netatmo.peer().token({ scopes: ['read_thermostat'] });
    const writing = write(home, 'mode', 'away', { accessToken: async () => token });
    await expect(writing).rejects.toBeInstanceOf(Rejected);
    expect(netatmo.peer().state.homes[0]!.therm_mode).toBe('schedule');
  });

  test('that is out of reach is DeviceUnavailable', async () => {
    roomOf(ids.flat).reachable = false;
    const writing = write(`room/${ids.flat}/${ids.office}`, 'target_temperature', 20);
    await expect(writing).rejects.toBeInstanceOf(DeviceUnavailable);
  });

  test('is Unauthorized with a token that is not valid', async () => {
    const writing = write(home, 'mode', 'away', { accessToken: async () => 'expired-token' });
    await expect(writing).rejects.toBeInstanceOf(Unauthorized);
  });

  test('is set without a look at the status of the homes', async () => {
    await write(home, 'mode', 'away');
    expect(netatmo.peer().requests).toEqual(['GET /homesdata', 'POST /setthermmode']);
  });
});
