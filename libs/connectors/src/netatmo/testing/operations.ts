import type { Json, NetatmoState } from './state.js';

/** The input of an operation: its query or form, and its JSON. */
interface OperationInput {
  parameters: URLSearchParams;
  json: unknown;
}

interface Operation {
  method: 'GET' | 'POST';
  /** The scope that it requires. */
  scope: string;
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

/** The operations of the API that the peer has (dev.netatmo.com, "Weather" and "Energy"). */
export const operations: Record<string, Operation> = {
  getstationsdata: {
    method: 'GET',
    scope: 'read_station',
    perform({ stations }) {
      if (stations.length === 0) throw new ApiError(404, 9, 'Device not found');
      return { devices: stations, user: { administrative: { unit: 0, windunit: 0 } } };
    },
  },
  homesdata: {
    method: 'GET',
    scope: 'read_thermostat',
    perform: ({ homes }) => ({ homes, user: { email: 'alice@example.org', unit_system: 0 } }),
  },
  homestatus: {
    method: 'GET',
    scope: 'read_thermostat',
    perform({ status }, { parameters }) {
      const id = parameters.get('home_id') ?? '';
      const home = status[id];
      if (!home) throw invalid('home_id');
      const isConnected = home.modules.length > 0;
      return isConnected ? { home: { id, ...home } } : { errors: [{ code: 6, id }], home: { id } };
    },
  },
  setroomthermpoint: {
    method: 'POST',
    scope: 'write_thermostat',
    perform(state, { parameters }) {
      const room = roomOf(state, parameters.get('home_id'), parameters.get('room_id'));
      // A modulating thermostat is not set this way.
      if (isModulating(state, parameters.get('home_id'))) throw invalid('room_id');
      setRoom(room, {
        mode: parameters.get('mode'),
        temperature: Number(parameters.get('temp') ?? Number.NaN),
        end: parameters.has('endtime') ? Number(parameters.get('endtime')) : undefined,
      });
    },
  },
  setstate: {
    method: 'POST',
    scope: 'write_thermostat',
    perform(state, { json }) {
      const { id, rooms } = (json as { home: { id: string; rooms: Json[] } }).home;
      if (!isModulating(state, id)) throw invalid('home');
      const [given] = rooms;
      const room = roomOf(state, id, String(given!.id));
      if (room.reachable === false) return { errors: [{ code: 6, id: room.id }] };
      setRoom(room, {
        mode: given!.therm_setpoint_mode as string,
        temperature: given!.therm_setpoint_temperature as number,
        end: given!.therm_setpoint_end_time as number | undefined,
      });
      return undefined;
    },
  },
  setthermmode: {
    method: 'POST',
    scope: 'write_thermostat',
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
    scope: 'write_thermostat',
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

const isModulating = ({ status }: NetatmoState, home: string | null) =>
  status[home ?? '']?.modules.some(({ type }) => type === 'OTM') ?? false;

interface Setpoint {
  mode: string | null;
  temperature: number;
  /** Seconds since 1970. */
  end: number | undefined;
}

function setRoom(room: Json, { mode, temperature, end = 0 }: Setpoint): void {
  if (!['manual', 'max', 'home'].includes(mode ?? '')) throw invalid('mode');
  if (mode === 'manual' && !(temperature >= 7 && temperature <= 30)) throw invalid('temp');
  if (end !== 0 && !(end > Date.now() / 1000)) throw invalid('endtime');
  room.therm_setpoint_mode = mode === 'home' ? 'schedule' : mode;
  room.therm_setpoint_end_time = end;
  if (mode !== 'home') room.therm_setpoint_temperature = mode === 'max' ? 30 : temperature;
}
