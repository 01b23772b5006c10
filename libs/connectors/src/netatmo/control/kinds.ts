import type { HomeModule } from '../homes.js';
import { metered, type ToAbilities } from './status.js';
import {
  dimmedLight,
  meter,
  relay,
  remote,
  shutter,
  socket,
  switchedLight,
  ventilation,
} from './modules.js';

/** A type of module: a default name, and its abilities. */
export interface ModuleKind {
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

/**
 * Returns whether a module is not shown on its own. A double switch is three modules: one with the radio, and one
 * (`…#1`) for each switch.
 */
const isSilent = ({ id, type }: HomeModule) =>
  silentTypes.has(type) || (type === 'NLIS' && !id.includes('#'));

/** Returns the kind of a module; undefined when its type is not supported here. */
export function kindOf(module: HomeModule): ModuleKind | undefined {
  const kind = isSilent(module) ? undefined : kinds.get(module.type);
  if (!kind || module.appliance !== 'light') return kind;
  const isSwitch = kind.toAbilities === plug || kind.toAbilities === contactor;
  return isSwitch ? { ...kind, toAbilities: light } : kind;
}

/** Returns whether a module is supported, or need not be. */
export const isExpected = (module: HomeModule): boolean =>
  isSilent(module) || kindOf(module) !== undefined;
