import type { Json, NetatmoState } from './state.js';

/** The input of an operation: its query or form, and its JSON. */
interface OperationInput {
  parameters: URLSearchParams;
  /** The e-mail address of the account whose access token it is. */
  email: string;
  json: unknown;
}

interface Operation {
  method: 'GET' | 'POST';
  /** The scopes of which it requires one. */
  scopes: string[];
  /** Returns the body of the response; throws an `ApiError`. */
  perform(state: NetatmoState, input: OperationInput): unknown;
}

/** An error of the API: its status, and the number and message of its body. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const invalid = (what: string) => new ApiError(400, 21, `Invalid ${what}`);

/** The scopes for homes with any of the products that are in homes. */
const homeScopes = (right: 'read' | 'write') =>
  ['thermostat', 'smarther', 'magellan', 'bubendorff', 'mhs1'].map(
    (product) => `${right}_${product}`,
  );

/** The scopes of cameras, doorbells and what belongs to them. */
const watching = [
  'read_camera',
  'read_presence',
  'read_doorbell',
  'read_smokedetector',
  'read_carbonmonoxidedetector',
];

/** The operations of the API that the peer has (dev.netatmo.com: Weather, Aircare, Energy, Control). */
export const operations: Record<string, Operation> = {
  getstationsdata: {
    method: 'GET',
    scopes: ['read_station'],
    perform({ stations }, { email }) {
      if (stations.length === 0) throw new ApiError(404, 9, 'Device not found');
      return { devices: stations, user: { mail: email, administrative: { unit: 0, windunit: 0 } } };
    },
  },
  gethomecoachsdata: {
    method: 'GET',
    scopes: ['read_homecoach'],
    perform({ coaches }, { email }) {
      if (coaches.length === 0) throw new ApiError(404, 9, 'Device not found');
      return { devices: coaches, user: { mail: email, administrative: { unit: 0 } } };
    },
  },
  homesdata: {
    method: 'GET',
    scopes: [...homeScopes('read'), ...watching],
    perform: ({ homes }, { email }) => ({ homes, user: { email, unit_system: 0 } }),
  },
  homestatus: {
    method: 'GET',
    scopes: [...homeScopes('read'), ...watching],
    perform({ status }, { parameters }) {
      const id = parameters.get('home_id') ?? '';
      const home = status[id];
      if (!home) throw invalid('home_id');
      const isConnected = home.modules.length > 0;
      return isConnected ? { home: { id, ...home } } : { errors: [{ code: 6, id }], home: { id } };
    },
  },
  addwebhook: {
    method: 'POST',
    scopes: [...homeScopes('read'), ...watching],
    perform(state, { parameters }) {
      const url = parameters.get('url') ?? '';
      if (!URL.canParse(url)) throw invalid('url parameter');
      if (!['', '80', '88', '9443'].includes(new URL(url).port)) {
        throw new ApiError(400, 21, 'Allowed ports for webhooks are 80, 88, 443 and 9443.');
      }
      state.webhook = url;
    },
  },
  dropwebhook: {
    method: 'POST',
    scopes: [...homeScopes('read'), ...watching],
    perform(state) {
      if (state.webhook === undefined) throw new ApiError(406, 7, 'Nothing to drop');
      state.webhook = undefined;
    },
  },
  setroomthermpoint: {
    method: 'POST',
    scopes: ['write_thermostat'],
    perform(state, { parameters }) {
      const room = roomOf(state, parameters.get('home_id'), parameters.get('room_id'));
      // A modulating thermostat and a Smarther are not set this way.
      if (isSetByState(state, parameters.get('home_id'))) throw invalid('room_id');
      setRoom(room, {
        mode: parameters.get('mode'),
        temperature: Number(parameters.get('temp') ?? Number.NaN),
        end: parameters.has('endtime') ? Number(parameters.get('endtime')) : undefined,
      });
    },
  },
  setstate: {
    method: 'POST',
    scopes: homeScopes('write'),
    perform(state, { json }) {
      const { id, rooms = [], modules = [] } = (json as SetState).home;
      const refused = [...rooms, ...modules].length === 0;
      if (refused || (rooms.length > 0 && !isSetByState(state, id))) throw invalid('home');
      const errors = [
        ...rooms.flatMap((given) => setRoomState(roomOf(state, id, String(given.id)), given)),
        ...modules.flatMap((given) => setModule(moduleOf(state, id, String(given.id)), given)),
      ];
      return errors.length > 0 ? { errors } : undefined;
    },
  },
  setthermmode: {
    method: 'POST',
    scopes: ['write_thermostat'],
    perform(state, { parameters }) {
      const mode = parameters.get('mode') ?? '';
      if (!['schedule', 'away', 'hg'].includes(mode)) throw invalid('mode');
      const home = homeOf(state, parameters.get('home_id'));
      home.therm_mode = mode;
      home.therm_mode_endtime = Number(parameters.get('endtime') ?? 0);
    },
  },
  switchhomeschedule: {
    method: 'POST',
    scopes: ['write_thermostat'],
    perform(state, { parameters }) {
      const { schedules = [] } = homeOf(state, parameters.get('home_id'));
      const chosen = schedules.find(({ id }) => id === parameters.get('schedule_id'));
      if (!chosen) throw invalid('schedule_id');
      for (const schedule of schedules) {
        if (schedule.type === chosen.type) schedule.selected = schedule === chosen;
      }
    },
  },
};

/** The JSON of `setstate`. */
interface SetState {
  home: { id: string; rooms?: Json[]; modules?: Json[] };
}

const unreachable = ({ id }: Json) => [{ code: 6, id }];

function setRoomState(room: Json, given: Json) {
  if (room.reachable === false) return unreachable(room);
  const isCooling = 'cooling_setpoint_mode' in given;
  const setpoint = isCooling ? 'cooling_setpoint' : 'therm_setpoint';
  setRoom(
    room,
    {
      mode: given[`${setpoint}_mode`] as string,
      temperature: given[`${setpoint}_temperature`] as number,
      end: given[`${setpoint}_end_time`] as number | undefined,
    },
    setpoint,
  );
  return [];
}

/** The members that modules accept, and their limits. */
const accepts: Record<string, (value: unknown) => boolean> = {
  on: (value) => typeof value === 'boolean',
  brightness: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100,
  target_position: (value) =>
    Number.isInteger(value) && Number(value) >= -2 && Number(value) <= 100,
  fan_speed: (value) => value === 1 || value === 2,
};

function setModule(module: Json, { id: _id, bridge, ...change }: Json) {
  if (bridge !== module.bridge) throw invalid('bridge');
  if (module.reachable === false) return unreachable(module);
  for (const [name, value] of Object.entries(change)) {
    const step = Number(module['target_position:step'] ?? 1);
    const isStep = name !== 'target_position' || value === -1 || Number(value) % step === 0;
    if (!accepts[name]?.(value) || !isStep) throw invalid(name);
    module[name] = value;
    if (name === 'target_position' && Number(value) >= 0) module.current_position = value;
  }
  return [];
}

function moduleOf({ status }: NetatmoState, home: string, id: string): Json {
  const module = status[home]?.modules.find((one) => one.id === id);
  if (!module) throw invalid('module id');
  return module;
}

function homeOf({ homes }: NetatmoState, id: string | null) {
  const home = homes.find((one) => one.id === id);
  if (!home) throw invalid('home_id');
  return home;
}

function roomOf({ status }: NetatmoState, home: string | null, id: string | null): Json {
  const room = status[home ?? '']?.rooms.find((one) => one.id === id);
  if (!room) throw invalid('room_id');
  return room;
}

const isSetByState = ({ status }: NetatmoState, home: string | null) =>
  status[home ?? '']?.modules.some(({ type }) => type === 'OTM' || type === 'BNS') ?? false;

interface Setpoint {
  mode: string | null;
  temperature: number;
  /** Seconds since 1970. */
  end: number | undefined;
}

function setRoom(
  room: Json,
  { mode, temperature, end = 0 }: Setpoint,
  setpoint = 'therm_setpoint',
): void {
  if (!['manual', 'max', 'home'].includes(mode ?? '')) throw invalid('mode');
  if (mode === 'manual' && !(temperature >= 7 && temperature <= 30)) throw invalid('temp');
  if (end !== 0 && !(end > Date.now() / 1000)) throw invalid('endtime');
  room[`${setpoint}_mode`] = mode === 'home' ? 'schedule' : mode;
  room[`${setpoint}_end_time`] = end;
  if (mode !== 'home') room[`${setpoint}_temperature`] = mode === 'max' ? 30 : temperature;
}
