import type { Laid } from '../reading/layout.js';

/** The parts of a device with SunSpec, each of which is a device by itself. */
export const partNames = ['inverter', 'meter', 'battery'] as const;
export type PartName = (typeof partNames)[number];

/** The meaning of a point. One with `control` can be written where the instance allows it. */
export type Meaning = Omit<Laid['property'], 'optional'> & { control?: true };

type Meanings = Readonly<Record<string, Meaning>>;

const number = (
  name: string,
  title: string,
  unit: string,
  more: Partial<Meaning> = {},
): Meaning => ({
  name,
  title,
  type: 'number',
  unit,
  ...more,
});

const diagnostic = { role: 'diagnostic' } as const;
const setting = { role: 'configuration', control: true } as const;

/** SunSpec counts what is supplied as positive; the capability does so with what is consumed. */
const supplied = { factor: -1 } as const;

const options = (name: string, title: string, first: number, texts: string): Meaning => {
  const all = texts.split(' ');
  const map = all.map((to, index) => ({ from: first + index, to }));
  return { name, title, type: 'string', enum: all, map };
};

const states = 'off sleeping starting running throttled shutting_down fault standby';
const chargeStates = 'off empty discharging charging full holding testing';

const onOff = (name: string, title: string): Meaning => ({
  name,
  title,
  type: 'boolean',
  map: [
    { from: 0, to: false },
    { from: 1, to: true },
  ],
  ...setting,
});

const percent = { minimum: 0, maximum: 100 } as const;

/** The points of inverters without and with the numbers that have several phases. */
const inverter: Meanings = {
  W: { capability: 'power', ...supplied },
  WH: { capability: 'energy', title: 'Energy produced', remote_unit: 'Wh' },
  TotWhInj: { capability: 'energy', title: 'Energy produced', remote_unit: 'Wh' },
  TotWhAbs: number('energy_absorbed', 'Energy absorbed', 'kWh', { remote_unit: 'Wh' }),
  A: { capability: 'current' },
  LNV: { capability: 'voltage' },
  Hz: { capability: 'frequency' },
  VA: number('apparent_power', 'Apparent power', 'VA'),
  VAr: number('reactive_power', 'Reactive power', 'var'),
  Var: number('reactive_power', 'Reactive power', 'var'),
  PF: number('power_factor', 'Power factor', '%'),
  AphA: number('current_l1', 'Current L1', 'A'),
  AphB: number('current_l2', 'Current L2', 'A'),
  AphC: number('current_l3', 'Current L3', 'A'),
  AL1: number('current_l1', 'Current L1', 'A'),
  AL2: number('current_l2', 'Current L2', 'A'),
  AL3: number('current_l3', 'Current L3', 'A'),
  PhVphA: number('voltage_l1', 'Voltage L1', 'V'),
  PhVphB: number('voltage_l2', 'Voltage L2', 'V'),
  PhVphC: number('voltage_l3', 'Voltage L3', 'V'),
  VL1: number('voltage_l1', 'Voltage L1', 'V'),
  VL2: number('voltage_l2', 'Voltage L2', 'V'),
  VL3: number('voltage_l3', 'Voltage L3', 'V'),
  WL1: number('power_l1', 'Power L1', 'W', supplied),
  WL2: number('power_l2', 'Power L2', 'W', supplied),
  WL3: number('power_l3', 'Power L3', 'W', supplied),
  DCA: number('dc_current', 'DC current', 'A'),
  DCV: number('dc_voltage', 'DC voltage', 'V'),
  DCW: number('dc_power', 'DC power', 'W'),
  TmpCab: number('cabinet_temperature', 'Cabinet temperature', '°C', diagnostic),
  TmpSnk: number('heat_sink_temperature', 'Heat sink temperature', '°C', diagnostic),
  St: options('state', 'State', 1, states),
  InvSt: options('state', 'State', 0, states),
  WRtg: number('rated_power', 'Rated power', 'W', diagnostic),
  WMaxRtg: number('rated_power', 'Rated power', 'W', diagnostic),
  Conn: onOff('connected', 'Connected to the grid'),
  WMaxLimPct: number('power_limit', 'Power limit', '%', { ...percent, ...setting }),
  WMaxLim_Ena: onOff('power_limit_enabled', 'Power is limited'),
  WMaxLimPctEna: onOff('power_limit_enabled', 'Power is limited'),
  'module.DCA': number('dc_current', 'DC current', 'A'),
  'module.DCV': number('dc_voltage', 'DC voltage', 'V'),
  'module.DCW': number('dc_power', 'DC power', 'W'),
  'module.DCWH': number('dc_energy', 'DC energy', 'kWh', { remote_unit: 'Wh' }),
  'module.Tmp': number('dc_temperature', 'DC temperature', '°C', diagnostic),
  'module.DCSt': options('dc_state', 'DC state', 1, `${states} test`),
  'Prt.DCA': number('dc_current', 'DC current', 'A'),
  'Prt.DCV': number('dc_voltage', 'DC voltage', 'V'),
  'Prt.DCW': number('dc_power', 'DC power', 'W'),
  'Prt.DCWhInj': number('dc_energy', 'DC energy', 'kWh', { remote_unit: 'Wh' }),
  'Prt.Tmp': number('dc_temperature', 'DC temperature', '°C', diagnostic),
};

/** With a single phase its voltage is that of the mains. */
const singlePhase: Meanings = { ...inverter, PhVphA: { capability: 'voltage' } };

const meter: Meanings = {
  W: { capability: 'power' },
  WphA: number('power_l1', 'Power L1', 'W'),
  WphB: number('power_l2', 'Power L2', 'W'),
  WphC: number('power_l3', 'Power L3', 'W'),
  TotWhImp: { capability: 'energy', title: 'Energy imported', remote_unit: 'Wh' },
  TotWhExp: number('energy_exported', 'Energy exported', 'kWh', { remote_unit: 'Wh' }),
  A: { capability: 'current' },
  AphA: inverter.AphA!,
  AphB: inverter.AphB!,
  AphC: inverter.AphC!,
  PhV: { capability: 'voltage' },
  PhVphA: inverter.PhVphA!,
  PhVphB: inverter.PhVphB!,
  PhVphC: inverter.PhVphC!,
  Hz: { capability: 'frequency' },
  VA: inverter.VA!,
  VAR: inverter.VAr!,
  PF: inverter.PF!,
};

const battery: Meanings = {
  SoC: { capability: 'battery' },
  ChaState: { capability: 'battery' },
  ChaSt: options('charge_state', 'Charge state', 1, chargeStates),
  W: { capability: 'power', ...supplied },
  A: number('dc_current', 'DC current', 'A'),
  V: number('battery_voltage', 'Battery voltage', 'V'),
  InBatV: number('battery_voltage', 'Battery voltage', 'V'),
  WHAvail: number('energy_available', 'Energy available', 'kWh', { remote_unit: 'Wh' }),
  SoH: number('health', 'Health', '%', { ...percent, ...diagnostic }),
  NCyc: { name: 'cycles', title: 'Cycles', type: 'integer', ...diagnostic },
  MinRsvPct: number('reserve', 'Reserve', '%', { ...percent, ...setting }),
  OutWRte: number('discharge_limit', 'Discharge limit', '%', {
    minimum: -100,
    maximum: 100,
    ...setting,
  }),
  InWRte: number('charge_limit', 'Charge limit', '%', { minimum: -100, maximum: 100, ...setting }),
  StorCtl_Mod: {
    ...options('limits', 'Limits in force', 0, 'none charge discharge both'),
    ...setting,
  },
  ChaGriSet: { ...options('charge_source', 'Charge source', 0, 'solar grid'), ...setting },
};

/** Returns the part that a model belongs to, and what its points mean. */
export function meaningsOf(model: number): { part: PartName; meanings: Meanings } {
  if (model === 124 || model === 713 || model === 802)
    return { part: 'battery', meanings: battery };
  if (model >= 200 && model < 300) return { part: 'meter', meanings: meter };
  return { part: 'inverter', meanings: model === 101 || model === 111 ? singlePhase : inverter };
}
