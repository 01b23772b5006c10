/** What Zigbee2MQTT says that a device exposes: a value, or several of them. */
export interface Expose {
  type: string;
  name?: string;
  property?: string;
  /** Bits: 1 is that the value is published. */
  access?: number;
  features?: Expose[];
  values?: (string | number)[];
  value_on?: unknown;
  value_min?: number;
  value_max?: number;
  item_type?: Expose;
}

const isPublished = 1;

/** A state as a device with these exposes may publish it: a value for each that is published. */
export function exampleState(exposes: Expose[]): Record<string, unknown> {
  const state: Record<string, unknown> = {};
  for (const expose of exposes) {
    if (expose.type === 'light') Object.assign(state, colorModeOf(expose));
    if (expose.property === undefined) Object.assign(state, exampleState(expose.features ?? []));
    else if (expose.access === undefined || (expose.access & isPublished) !== 0) {
      const value = exampleValue(expose);
      const known = state[expose.property];
      // A color has one member, whatever the number of its forms.
      state[expose.property] = isObject(known) && isObject(value) ? { ...known, ...value } : value;
    }
  }
  return state;
}

function exampleValue(expose: Expose): unknown {
  switch (expose.type) {
    case 'binary':
      return expose.value_on;
    case 'numeric':
      return middleOf(expose);
    case 'enum':
      return expose.values?.[0];
    case 'list':
      return expose.item_type ? [exampleValue(expose.item_type)] : [];
    case 'composite':
      return membersOf(expose);
    default:
      return 'text';
  }
}

/** All members, by names that no endpoint is added to. */
const membersOf = ({ features = [] }: Expose) =>
  Object.fromEntries(features.map((one) => [one.name ?? one.property, exampleValue(one)]));

function middleOf({ value_min: low, value_max: high }: Expose): number {
  if (low === undefined) return high ?? 21;
  return high === undefined ? low : Math.round((low + high) / 2);
}

/** Zigbee2MQTT publishes in which way a lamp was set last, though no device exposes it. */
function colorModeOf({ features = [] }: Expose): Record<string, unknown> {
  const found = features.find(({ name = '' }) => /^color_(xy|hs|temp)$/.test(name));
  return found
    ? { color_mode: found.name === 'color_temp' ? 'color_temp' : found.name!.slice(6) }
    : {};
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
