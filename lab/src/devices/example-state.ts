/** A value, or a group of values, that a device exposes according to Zigbee2MQTT. */
export interface Expose {
  type: string;
  name?: string;
  property?: string;
  /** Bit 0 is set if the value is published. */
  access?: number;
  features?: Expose[];
  values?: (string | number)[];
  value_on?: unknown;
  value_min?: number;
  value_max?: number;
  item_type?: Expose;
}

const isPublished = 1;

/** Returns a state that a device with these exposes could publish. */
export function exampleState(exposes: Expose[]): Record<string, unknown> {
  const state: Record<string, unknown> = {};
  for (const expose of exposes) {
    if (expose.type === 'light') Object.assign(state, colorModeOf(expose));
    if (expose.property === undefined) Object.assign(state, exampleState(expose.features ?? []));
    else if (expose.access === undefined || (expose.access & isPublished) !== 0) {
      const value = exampleValue(expose);
      const known = state[expose.property];
      // All forms of a color share one member.
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

/** Returns the members by their names without endpoints. */
const membersOf = ({ features = [] }: Expose) =>
  Object.fromEntries(features.map((one) => [one.name ?? one.property, exampleValue(one)]));

function middleOf({ value_min: low, value_max: high }: Expose): number {
  if (low === undefined) return high ?? 21;
  return high === undefined ? low : Math.round((low + high) / 2);
}

/** Returns the color mode, which Zigbee2MQTT publishes although no device exposes it. */
function colorModeOf({ features = [] }: Expose): Record<string, unknown> {
  const found = features.find(({ name = '' }) => /^color_(xy|hs|temp)$/.test(name));
  return found
    ? { color_mode: found.name === 'color_temp' ? 'color_temp' : found.name!.slice(6) }
    : {};
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
