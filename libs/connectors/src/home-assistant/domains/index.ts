import type { Domain } from '../ability.js';
import { climate } from './climate.js';
import { light } from './light.js';
import { binarySensor, event, number, select, sensor, told, weather } from './measured.js';
import { cover, done, fan, lock, mediaPlayer, toggled, vacuum } from './switched.js';

/** What the entities of each domain can do; those of other domains are left out. */
export const domains: Record<string, Domain> = {
  binary_sensor: binarySensor,
  button: done('button', 'press', { title: 'Press', service: 'press' }),
  climate,
  cover,
  device_tracker: told,
  event,
  fan,
  input_boolean: toggled('input_boolean'),
  input_button: done('input_button', 'press', { title: 'Press', service: 'press' }),
  input_number: number('input_number'),
  input_select: select('input_select'),
  light,
  lock,
  media_player: mediaPlayer,
  number: number('number'),
  person: told,
  scene: done('scene', 'activate', { title: 'Activate', service: 'turn_on' }),
  script: done('script', 'run', { title: 'Run', service: 'turn_on' }),
  select: select('select'),
  sensor,
  switch: toggled('switch'),
  vacuum,
  weather,
};
