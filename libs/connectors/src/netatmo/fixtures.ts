/** What a user of Netatmo has: a weather station with four modules, and a heating in two rooms. */
export interface NetatmoState {
  /** Whether the requests of the user are used up. */
  usedUp: boolean;
  /** Modules of the station by their type. */
  modules: Record<string, Record<string, unknown>>;
  room: { temperature: number; target: number; mode: string };
  homeMode: string;
  /** Does an operation of the API; undefined when its parameters are not valid. */
  perform(operation: string, parameters: URLSearchParams): unknown;
}

const home = '5f1c7a0e4a3d0b4f7c000001';
const room = '2746182631';

const module_ = (id: string, type: string, name: string, data: Record<string, unknown>) => ({
  _id: id,
  type,
  module_name: name,
  last_setup: 1_600_000_000,
  battery_percent: 78,
  reachable: true,
  firmware: 53,
  rf_status: 62,
  dashboard_data: { time_utc: 1_790_000_000, ...data },
});

export function newState(): NetatmoState {
  const state: NetatmoState = {
    usedUp: false,
    modules: {
      NAModule1: module_('02:00:00:00:00:01', 'NAModule1', 'Garden', {
        Temperature: 8.4,
        Humidity: 81,
        temp_trend: 'up',
      }),
      NAModule2: module_('06:00:00:00:00:01', 'NAModule2', 'Wind', {
        WindStrength: 12,
        WindAngle: 225,
        GustStrength: 31,
        GustAngle: 230,
      }),
      NAModule3: module_('05:00:00:00:00:01', 'NAModule3', 'Rain', {
        Rain: 0.1,
        sum_rain_1: 0.4,
        sum_rain_24: 3.2,
      }),
      NAModule4: module_('03:00:00:00:00:01', 'NAModule4', 'Bedroom', {
        Temperature: 19.1,
        Humidity: 52,
        CO2: 640,
      }),
    },
    room: { temperature: 19.8, target: 20, mode: 'schedule' },
    homeMode: 'schedule',
    perform: (operation, parameters) => operations[operation]?.(state, parameters),
  };
  return state;
}

type Operation = (state: NetatmoState, parameters: URLSearchParams) => unknown;

const operations: Record<string, Operation> = {
  getstationsdata: ({ modules }) => ({
    devices: [
      {
        _id: '70:ee:50:00:00:01',
        type: 'NAMain',
        station_name: 'Cottage (Indoor)',
        module_name: 'Living room',
        home_name: 'Cottage',
        reachable: true,
        wifi_status: 51,
        co2_calibrating: false,
        place: { altitude: 34, city: 'Berlin', country: 'DE', timezone: 'Europe/Berlin' },
        dashboard_data: {
          time_utc: 1_790_000_000,
          ...{ Temperature: 21.3, CO2: 812, Humidity: 47, Noise: 38, Pressure: 1016.2 },
          ...{ min_temp: 19.2, max_temp: 22, temp_trend: 'stable' },
        },
        modules: Object.values(modules),
      },
      { _id: 'aa:00', type: 'NAFuture', dashboard_data: { Magic: 1 } },
    ],
    user: { administrative: { unit: 0, windunit: 0 } },
  }),

  homesdata: ({ homeMode }) => ({
    homes: [
      {
        id: home,
        name: 'Cottage',
        therm_mode: homeMode,
        rooms: [
          { id: room, name: 'Living room', type: 'livingroom', module_ids: ['04:01', '09:01'] },
          { id: '99', name: 'Cellar', type: 'custom', module_ids: [] },
        ],
        modules: [
          { id: '70:ee:50:00:00:09', type: 'NAPlug', name: 'Relay' },
          { id: '04:01', type: 'NATherm1', name: 'Thermostat', room_id: room },
          { id: '09:01', type: 'NRV', name: 'Valve', room_id: room },
        ],
      },
      { id: 'without-heating', name: 'Boat', rooms: [], modules: [] },
    ],
  }),

  homestatus: ({ room: { temperature, target, mode } }, parameters) =>
    parameters.get('home_id') === home
      ? {
          home: {
            id: home,
            rooms: [
              {
                id: room,
                reachable: true,
                therm_measured_temperature: temperature,
                therm_setpoint_temperature: target,
                therm_setpoint_mode: mode,
              },
            ],
            modules: [
              { id: '04:01', reachable: true, battery_state: 'high', boiler_status: true },
              { id: '09:01', reachable: false, battery_state: 'low' },
            ],
          },
        }
      : undefined,

  setroomthermpoint(state, parameters) {
    const mode = parameters.get('mode');
    const known = parameters.get('home_id') === home && parameters.get('room_id') === room;
    const temperature = Number(parameters.get('temp'));
    if (!known || (mode === 'manual' && !(temperature >= 7 && temperature <= 30))) return undefined;
    state.room.mode = mode === 'home' ? 'schedule' : 'manual';
    if (mode === 'manual') state.room.target = temperature;
    return {};
  },

  setthermmode(state, parameters) {
    if (!['schedule', 'away', 'hg'].includes(parameters.get('mode') ?? '')) return undefined;
    state.homeMode = parameters.get('mode')!;
    return {};
  },
};
