import { action, choice, property, type Device } from '@trellis/connector-sdk';
import type { Command } from '../api.js';
import type { Home } from '../homes.js';
import { actionWith, knownOr, until } from './affordances.js';
import { selectSchedule, setMode } from './commands.js';

export const homeDeviceId = (home: string) => `home/${home}`;

/** The modes of the heating of a home (`POST /setthermmode`): `hg` is the frost guard. */
const modes = ['schedule', 'away', 'hg'];
const mode = choice('Mode of the heating', modes);

export function homeDevice(home: Home): Device<Command> {
  const schedules = home.schedules.map(({ name }) => name);
  const schedule = property('schedule', choice('Schedule', schedules), {
    value: home.schedules.find(({ selected }) => selected)?.name,
    write: (name: string) => selectSchedule(home, name),
  });
  return {
    id: homeDeviceId(home.id),
    title: `Heating (${home.name})`,
    abilities: [
      property('mode', mode, {
        value: knownOr(modes, home.mode),
        write: (value: string) => setMode(home, { mode: value }),
      }),
      ...(schedules.length > 0 ? [schedule] : []),
      action(
        'set_mode',
        actionWith('Set the mode for a time', { mode, until }, ['mode']),
        (input: { mode: string; until?: string }) => setMode(home, input),
      ),
    ],
  };
}
