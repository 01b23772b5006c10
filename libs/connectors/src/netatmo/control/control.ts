import type { Device } from '@trellis/connector-sdk';
import type { Command } from '../api.js';
import type { HomeStatus } from '../heating/heating.js';
import { heaterTypes, type Home, type HomeModule } from '../homes.js';
import { indexById, nameOr, parseEach } from '../lenient.js';
import {
  moduleStatus,
  type ModuleStatus,
  metered,
  type ToAbilities,
  dimmedLight,
  meter,
  relay,
  remote,
  shutter,
  socket,
  switchedLight,
  ventilation,
} from './modules.js';

/** Returns the lights, switches, meters and shutters of a home; their handle is its id, by which the status is read. */
export function controlDevices(home: Home, { home: status }: HomeStatus): Device<Command>[] {
  const statuses = indexById(parseEach(status.modules, moduleStatus));
  return home.modules.flatMap((one) => toDevice(home, one, statuses));
}

export const isControlled = ({ modules }: Home): boolean =>
  modules.some((one) => kindOf(one) !== undefined);

export const leftOutTypes = ({ modules, malformed }: Home): string[] => [
  ...modules
    .filter((one) => !isExpected(one) && !heaterTypes.has(one.type))
    .map(({ type }) => type),
  ...Array.from({ length: malformed }, () => 'malformed'),
];

function toDevice(
  home: Home,
  given: HomeModule,
  statuses: Map<string, ModuleStatus>,
): Device<Command>[] {
  const kind = kindOf(given);
  if (!kind) return [];
  const { id, bridge } = given;
  const status = statuses.get(id);
  // One switch of several does not report whether the radio can be reached.
  const radio = statuses.get(id.split('#')[0]!);
  const set = (change: Record<string, unknown>): Command => ({
    path: 'setstate',
    json: { home: { id: home.id, modules: [{ id, bridge, ...change }] } },
  });
  return [
    {
      id,
      title: `${nameOr(kind.name, given.name)} (${home.name})`,
      description: kind.name,
      abilities: kind.toAbilities({ status: status ?? {}, set }),
      available: status?.reachable ?? radio?.reachable ?? status !== undefined,
      handle: home.id,
    },
  ];
}

interface ModuleKind {
  name: string;
  toAbilities: ToAbilities;
}

const light = metered(switchedLight);
const dimmer = metered(dimmedLight);
const plug = metered(socket);
const contactor = metered(relay);

/** The supported types of modules (dev.netatmo.com, "Control", "Products"). */
const kinds = new Map<string, ModuleKind>(
  Object.entries({
    // Legrand and BTicino, wired.
    NLL: { name: 'Light switch', toAbilities: light },
    NLM: { name: 'Light micromodule', toAbilities: light },
    NLIS: { name: 'Double light switch', toAbilities: light },
    NLUI: { name: 'Light switch', toAbilities: light },
    NLPT: { name: 'Latching relay', toAbilities: light },
    NLF: { name: 'Dimmer', toAbilities: dimmer },
    NLFN: { name: 'Dimmer', toAbilities: dimmer },
    NLFE: { name: 'Dimmer', toAbilities: dimmer },
    NLUF: { name: 'Dimmer', toAbilities: dimmer },
    NLUO: { name: 'Plug-in dimmer', toAbilities: dimmer },
    NLP: { name: 'Socket', toAbilities: plug },
    NLPM: { name: 'Mobile socket', toAbilities: plug },
    NLPBS: { name: 'Socket', toAbilities: plug },
    NLUP: { name: 'Socket', toAbilities: plug },
    NLPO: { name: 'Contactor', toAbilities: contactor },
    NLPD: { name: 'Dry contact', toAbilities: contactor },
    NLC: { name: 'Cable outlet', toAbilities: contactor },
    NLLF: { name: 'Ventilation', toAbilities: metered(ventilation) },
    NLPC: { name: 'Energy meter', toAbilities: meter },
    NLPS: { name: 'Load shedder', toAbilities: meter },
    NLY: { name: 'Energy meter', toAbilities: meter },
    NLV: { name: 'Shutter', toAbilities: shutter },
    NLLV: { name: 'Shutter', toAbilities: shutter },
    NLLM: { name: 'Shutter', toAbilities: shutter },
    NLJ: { name: 'Garage door', toAbilities: shutter },
    // Legrand and BTicino, with a battery.
    NLT: { name: 'Remote control', toAbilities: remote },
    NLD: { name: 'Remote control', toAbilities: remote },
    // BTicino MyHome and Classe 300 EOS.
    BNIL: { name: 'Light', toAbilities: switchedLight },
    BNSL: { name: 'Staircase light', toAbilities: switchedLight },
    BNLD: { name: 'Dimmer', toAbilities: dimmedLight },
    BNCS: { name: 'Socket', toAbilities: socket },
    BNAS: { name: 'Shutter', toAbilities: shutter },
    BNAB: { name: 'Blind', toAbilities: shutter },
    BNMS: { name: 'Shade', toAbilities: shutter },
    // Bubendorff.
    NBR: { name: 'Roller shutter', toAbilities: shutter },
    NBO: { name: 'Orientable shutter', toAbilities: shutter },
    NBS: { name: 'Swing shutter', toAbilities: shutter },
    // Of others.
    Z3L: { name: 'Light', toAbilities: dimmedLight },
    Z3V: { name: 'Shutter', toAbilities: shutter },
    TPSRS: { name: 'Shutter', toAbilities: shutter },
  }),
);

/** Gateways, which only connect others, and modules of other requests. */
const silentTypes = new Set(
  (
    'NAPlug OTH NLG NLGS NBG BNMH BNCX ' + 'NAMain NAModule1 NAModule2 NAModule3 NAModule4 NHC'
  ).split(' '),
);

/** Returns whether a module is hidden. A double switch is three modules: the radio, and one (`…#1`) for each switch. */
const isSilent = ({ id, type }: HomeModule) =>
  silentTypes.has(type) || (type === 'NLIS' && !id.includes('#'));

function kindOf(module: HomeModule): ModuleKind | undefined {
  const kind = isSilent(module) ? undefined : kinds.get(module.type);
  if (!kind || module.appliance_type !== 'light') return kind;
  const isSwitch = kind.toAbilities === plug || kind.toAbilities === contactor;
  return isSwitch ? { ...kind, toAbilities: light } : kind;
}

/** Returns whether a module is supported, or need not be. */
const isExpected = (module: HomeModule): boolean =>
  isSilent(module) || kindOf(module) !== undefined;
