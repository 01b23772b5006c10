import { createHmac } from 'node:crypto';
import type { Json, NetatmoState } from './state.js';

/** The id of a home with cameras, a doorbell and a door tag. */
export const lodge = '5f1c7a0e4a3d0b4f7c00000a';

export const lodgeIds = {
  indoor: '70:ee:50:00:00:41',
  outdoor: '70:ee:50:00:00:42',
  doorbell: '70:ee:50:00:00:43',
  tag: '70:ee:50:00:00:44',
  study: '70:ee:50:00:00:45',
  siren: '70:ee:50:00:00:46',
  smoke: '70:ee:50:00:00:47',
  carbonMonoxide: '70:ee:50:00:00:48',
};

/** Each module: what `homesdata` says of it, and what `homestatus` says. */
const modules: [setUp: Json, status: Json][] = [
  [
    { id: lodgeIds.indoor, type: 'NACamera', name: 'Hall' },
    { monitoring: 'on', sd_status: 4, alim_status: 2, reachable: true },
  ],
  [
    { id: lodgeIds.outdoor, type: 'NOC', name: 'Drive' },
    { monitoring: 'off', floodlight: 'auto', reachable: true },
  ],
  [
    { id: lodgeIds.doorbell, type: 'NDB', name: 'Gate' },
    { websocket_connected: true, max_peers_reached: false, reachable: true },
  ],
  [
    { id: lodgeIds.tag, type: 'NACamDoorTag', bridge: lodgeIds.indoor },
    { status: 'closed', battery_state: 'high', rf_state: 'full', reachable: true },
  ],
  [
    { id: lodgeIds.study, type: 'NPC', name: 'Study' },
    { monitoring: 'on', sd_status: 4, alim_status: 2, locked: false },
  ],
  [
    { id: lodgeIds.siren, type: 'NIS', bridge: lodgeIds.indoor },
    { status: 'no_sound', monitoring: 'off', battery_state: 'low', reachable: true },
  ],
  [
    { id: lodgeIds.smoke, type: 'NSD', name: 'Attic' },
    { firmware_revision: 108, last_seen: 1_764_000_000, wifi_strength: 35 },
  ],
  [
    { id: lodgeIds.carbonMonoxide, type: 'NCO' },
    { firmware_revision: 104, last_seen: 1_764_000_000, battery_percent: 80 },
  ],
];

/** Adds the lodge to what a user has. */
export function addLodge({ homes, status }: NetatmoState): void {
  homes.push({
    id: lodge,
    name: 'Lodge',
    rooms: [],
    modules: modules.map(([setUp]) => ({ ...setUp })),
  });
  status[lodge] = {
    rooms: [],
    modules: modules.map(([{ id, type }, now]) => ({ id, type, ...now })),
  };
}

/** A request as Netatmo sends it to a registered address, signed with the secret of an app. */
export function notificationOf(content: object, secret: string) {
  const body = Buffer.from(JSON.stringify({ user_id: '5f1c7a0e4a3d0b4f7c0000aa', ...content }));
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return {
    headers: { 'content-type': 'application/json', 'x-netatmo-secret': signature },
    body,
  };
}
