/** Any object of the API; tests may remove its members or replace them by nonsense. */
export type Json = Record<string, unknown>;

/** The data of a Netatmo user in the API; tests may change it. */
export interface NetatmoState {
  /** The address that the app has registered for the user. */
  webhook: string | undefined;
  /** Whether the requests of the user are used up. */
  usedUp: boolean;
  /** The responses of operations that fail, by their names; a text is sent as it is. */
  failing: Record<string, { status: number; body: unknown; retryAfter?: string }>;
  /** `devices` of `getstationsdata`; none when the user has no station. */
  stations: (Json & { modules: Json[] })[];
  /** `devices` of `gethomecoachsdata`. */
  coaches: Json[];
  /** `homes` of `homesdata`. */
  homes: (Json & { id: string; therm_mode?: string; schedules?: Json[] })[];
  /** `home` of `homestatus`, by the id of the home. */
  status: Record<string, { rooms: Json[]; modules: Json[] }>;
}

/** The ids of what the user has. */
export const ids = {
  cottage: '5f1c7a0e4a3d0b4f7c000001',
  flat: '5f1c7a0e4a3d0b4f7c000002',
  harbour: '5f1c7a0e4a3d0b4f7c000003',
  livingRoom: '2746182631',
  garden: '1576454269',
  office: '222452125',
  station: '70:ee:50:00:00:01',
  rain: '05:00:00:00:00:01',
  thermostat: '04:00:00:00:00:01',
  valve: '09:00:00:00:00:01',
  modulating: '0b:00:00:00:00:02',
};

/** Seconds since 1970. */
const measured = 1_790_000_000;

const weatherModule = (_id: string, type: string, module_name: string, data: Json): Json => ({
  _id,
  type,
  module_name,
  last_setup: 1_600_000_000,
  battery_percent: 78,
  battery_vp: 5600,
  reachable: true,
  firmware: 53,
  rf_status: 62,
  last_message: measured,
  last_seen: measured,
  dashboard_data: { time_utc: measured, ...data },
});

const stations = (): NetatmoState['stations'] => [
  {
    _id: ids.station,
    type: 'NAMain',
    module_name: 'Living room',
    reachable: true,
    station_name: 'Cottage (Indoor)',
    home_id: ids.cottage,
    home_name: 'Cottage',
    wifi_status: 51,
    co2_calibrating: false,
    firmware: 202,
    last_status_store: measured,
    data_type: ['Temperature', 'CO2', 'Humidity', 'Noise', 'Pressure'],
    place: { altitude: 34, city: 'Berlin', country: 'DE', timezone: 'Europe/Berlin' },
    dashboard_data: {
      time_utc: measured,
      Temperature: 21.3,
      CO2: 812,
      Humidity: 47,
      Noise: 38,
      Pressure: 1016.2,
      AbsolutePressure: 1012.1,
      pressure_trend: 'down',
      min_temp: 19.2,
      max_temp: 22,
      temp_trend: 'stable',
    },
    modules: [
      weatherModule('02:00:00:00:00:01', 'NAModule1', 'Garden', {
        Temperature: 8.4,
        Humidity: 81,
        temp_trend: 'up',
        min_temp: 2,
        max_temp: 9,
      }),
      weatherModule('06:00:00:00:00:01', 'NAModule2', 'Wind', {
        WindStrength: 12,
        WindAngle: 225,
        GustStrength: 31,
        GustAngle: -130,
      }),
      weatherModule(ids.rain, 'NAModule3', 'Rain', {
        Rain: 0.1,
        sum_rain_1: 0.4,
        sum_rain_24: 3.2,
      }),
      weatherModule('03:00:00:00:00:01', 'NAModule4', 'Bedroom', {
        Temperature: 19.1,
        Humidity: 52,
        CO2: 640,
        temp_trend: 'down',
      }),
    ],
  },
  {
    _id: '70:ee:50:00:00:03',
    type: 'NAMain',
    module_name: 'Cabin',
    reachable: false,
    station_name: 'Harbour',
    home_id: ids.harbour,
    home_name: 'Harbour',
    modules: [],
  },
  { _id: 'aa:00', type: 'NAFuture', dashboard_data: { Magic: 1 }, modules: [] },
];

const homes = (): NetatmoState['homes'] => [
  {
    id: ids.cottage,
    name: 'Cottage',
    country: 'DE',
    timezone: 'Europe/Berlin',
    therm_mode: 'schedule',
    therm_setpoint_default_duration: 180,
    rooms: [
      { id: ids.livingRoom, name: 'Living room', type: 'livingroom', module_ids: [ids.thermostat] },
      { id: ids.garden, name: 'Garden', type: 'outdoor', module_ids: ['02:00:00:00:00:01'] },
      { id: '99', name: 'Cellar', type: 'custom', module_ids: [] },
    ],
    modules: [
      { id: '70:ee:50:00:00:09', type: 'NAPlug', name: 'Relay', modules_bridged: [ids.thermostat] },
      { id: ids.thermostat, type: 'NATherm1', name: 'Thermostat', room_id: ids.livingRoom },
      { id: ids.valve, type: 'NRV', name: 'Valve', room_id: ids.livingRoom },
      { id: ids.station, type: 'NAMain', name: 'Living room', room_id: ids.livingRoom },
      { id: '02:00:00:00:00:01', type: 'NAModule1', name: 'Garden', room_id: ids.garden },
      { id: '70:ee:50:00:00:0a', type: 'NACamera', name: 'Door', room_id: ids.livingRoom },
    ],
    schedules: [
      { id: '591b54a2764ff4d50d8b5795', name: 'Default', type: 'therm', selected: true },
      { id: 'b1b54a2f45795764f59d50d8', name: 'Holidays', type: 'therm' },
      { id: 'c1b54a2f45795764f59d50d8', name: 'Tariff', type: 'electricity', selected: true },
    ],
  },
  {
    id: ids.flat,
    name: 'Flat',
    therm_mode: 'away',
    rooms: [{ id: ids.office, name: 'Office', type: 'office', module_ids: [ids.modulating] }],
    modules: [
      { id: '70:ee:50:00:00:0b', type: 'OTH', name: 'Modulating relay' },
      { id: ids.modulating, type: 'OTM', name: 'Office', room_id: ids.office },
    ],
    schedules: [],
  },
  { id: '5f1c7a0e4a3d0b4f7c000004', therm_mode: 'schedule' },
];

const status = (): NetatmoState['status'] => ({
  [ids.cottage]: {
    rooms: [
      {
        id: ids.livingRoom,
        reachable: true,
        anticipating: false,
        open_window: false,
        therm_measured_temperature: 19.8,
        therm_setpoint_temperature: 20,
        therm_setpoint_mode: 'schedule',
        heating_power_request: 40,
        therm_setpoint_start_time: measured,
        therm_setpoint_end_time: 0,
      },
    ],
    modules: [
      { id: '70:ee:50:00:00:09', type: 'NAPlug', wifi_strength: 42, rf_strength: 107 },
      {
        id: ids.thermostat,
        type: 'NATherm1',
        reachable: true,
        boiler_status: true,
        battery_state: 'high',
        battery_level: 3793,
        rf_strength: 58,
      },
      { id: ids.valve, type: 'NRV', reachable: false, battery_state: 'low', battery_level: 2400 },
    ],
  },
  [ids.flat]: {
    rooms: [
      {
        id: ids.office,
        reachable: true,
        therm_measured_temperature: 17.5,
        therm_setpoint_temperature: 12,
        therm_setpoint_mode: 'away',
        therm_setpoint_end_time: null,
      },
    ],
    modules: [
      { id: '70:ee:50:00:00:0b', type: 'OTH', boiler_control: 'onoff', wifi_strength: 57 },
      {
        id: ids.modulating,
        type: 'OTM',
        reachable: true,
        boiler_status: false,
        battery_state: 'full',
        battery_level: 4176,
      },
    ],
  },
});

export const newState = (): NetatmoState => ({
  webhook: undefined,
  usedUp: false,
  failing: {},
  stations: stations(),
  coaches: [],
  homes: homes(),
  status: status(),
});
