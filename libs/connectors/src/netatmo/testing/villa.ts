import type { Json, NetatmoState } from './state.js';

/** The id of a home with a Smarther, Legrand's lights, and Bubendorff's shutters. */
export const villa = '5f1c7a0e4a3d0b4f7c000009';

export const villaIds = {
  hall: '1002003001',
  smarther: '10:20:30:00:00:01',
  light: '00:04:74:00:00:01',
  dimmer: '00:04:74:00:00:02',
  socket: '00:04:74:00:00:03',
  lamp: '00:04:74:00:00:04',
  contactor: '00:04:74:00:00:05',
  meter: '00:04:74:00:00:06',
  remote: '00:04:74:00:00:07',
  ventilation: '00:04:74:00:00:08',
  left: '00:04:74:00:00:09#1',
  right: '00:04:74:00:00:09#2',
  shutter: '0009999991',
  uncalibrated: '0009999992',
  coach: '70:ee:50:00:00:20',
};

const legrandGateway = '00:04:74:00:00:ff';
const shutterGateway = '70:ee:50:00:00:30';

/** Each module: what `homesdata` says of it, and what `homestatus` says. */
const modules: [setUp: Json, status: Json][] = [
  [
    { id: villaIds.smarther, type: 'BNS', name: 'Smarther', room_id: villaIds.hall },
    { boiler_status: true, cooler_status: false, wifi_strength: 49 },
  ],
  [
    { id: legrandGateway, type: 'NLG', name: 'Gateway' },
    { offload: false, reachable: true },
  ],
  [legrand(villaIds.light, 'NLL', 'Porch'), { on: false, power: 0, reachable: true }],
  [
    legrand(villaIds.dimmer, 'NLFN', 'Dining table'),
    { on: true, brightness: 63, power: 12, reachable: true },
  ],
  [legrand(villaIds.socket, 'NLP', 'Fridge'), { on: true, power: 87, reachable: true }],
  [
    { ...legrand(villaIds.lamp, 'NLPM', 'Standard lamp'), appliance_type: 'light' },
    { on: false, power: 0, reachable: true },
  ],
  [
    { ...legrand(villaIds.contactor, 'NLPO', 'Boiler'), appliance_type: 'water_heater' },
    { on: true, contactor_mode: 'auto', power: 1950, reachable: true },
  ],
  [legrand(villaIds.meter, 'NLPC', 'Mains'), { power: 2476, reachable: true }],
  [legrand(villaIds.remote, 'NLT', 'Bedside'), { battery_state: 'medium', reachable: true }],
  [
    legrand(villaIds.ventilation, 'NLLF', 'Ventilation'),
    { fan_speed: 1, power: 11, reachable: true },
  ],
  [legrand('00:04:74:00:00:09', 'NLIS'), { reachable: false }],
  [legrand(villaIds.left, 'NLIS', 'Stairs left'), { on: true, power: 5 }],
  [legrand(villaIds.right, 'NLIS', 'Stairs right'), { on: false, power: 0 }],
  [legrand('00:04:74:00:00:0a', 'NLAO', 'No battery'), { reachable: true }],
  [{ id: shutterGateway, type: 'NBG', name: 'Shutters' }, { reachable: true }],
  [
    { id: villaIds.shutter, type: 'NBO', name: 'Terrace', bridge: shutterGateway },
    { current_position: 40, target_position: 40, 'target_position:step': 1, reachable: true },
  ],
  [
    { id: villaIds.uncalibrated, type: 'NBR', name: 'Attic', bridge: shutterGateway },
    { current_position: 101, target_position: 100, 'target_position:step': 100, reachable: true },
  ],
];

function legrand(id: string, type: string, name?: string): Json {
  return { id, type, ...(name && { name }), room_id: villaIds.hall, bridge: legrandGateway };
}

/** Adds the villa and a Home Coach to what a user has. */
export function addVilla({ homes, status, coaches }: NetatmoState): void {
  homes.push({
    id: villa,
    name: 'Villa',
    therm_mode: 'schedule',
    temperature_control_mode: 'heating',
    rooms: [{ id: villaIds.hall, name: 'Hall', type: 'corridor' }],
    modules: modules.map(([setUp]) => ({ ...setUp })),
    schedules: [],
  });
  status[villa] = {
    rooms: [
      {
        id: villaIds.hall,
        reachable: true,
        humidity: 67,
        therm_measured_temperature: 22,
        therm_setpoint_temperature: 21.5,
        therm_setpoint_mode: 'home',
        therm_setpoint_end_time: null,
      },
    ],
    modules: modules.map(([{ id, type, bridge }, now]) => ({
      id,
      type,
      ...(bridge ? { bridge } : {}),
      ...now,
    })),
  };
  coaches.push({
    _id: villaIds.coach,
    type: 'NHC',
    station_name: 'Nursery',
    reachable: true,
    data_type: ['Temperature', 'CO2', 'Humidity', 'Noise', 'Pressure', 'health_idx'],
    dashboard_data: {
      time_utc: 1_790_000_000,
      Temperature: 20.3,
      CO2: 494,
      Humidity: 63,
      Noise: 42,
      Pressure: 1014.5,
      AbsolutePressure: 1004.1,
      health_idx: 1,
    },
  });
}
