export type Value = boolean | number;

/** The most steps of the lamp. */
const lampSteps = 254;

interface Kind {
  component: string;
  /** The property that is written. */
  property: string;
  /** The value before any command. */
  first: Value;
  announce(state: string, set: string): object;
  format(value: Value): string;
  /** Reads a command. */
  parse(text: string): Value;
  /** Returns the value of the n-th write, given a number from 0 to 1. */
  choose(n: number, random: number): Value;
}

const json = (state: string, set: string, member: string) => ({
  state_topic: state,
  command_topic: set,
  value_template: `{{ value_json.${member} }}`,
});

/** Returns another value for each write of several in a row, so that reports cannot be confused. */
const chooseLevel = (n: number) => (n * 37) % 101;

const asKinds = <Name extends string>(kinds: Record<Name, Kind>) => kinds;

/** The kinds of devices, as Home Assistant's discovery describes them. Their values are those of the product. */
export const kinds = asKinds({
  switch: {
    component: 'switch',
    property: 'on',
    first: false,
    announce: (state, set) => json(state, set, 'state'),
    format: (value) => JSON.stringify({ state: value ? 'ON' : 'OFF' }),
    parse: (text) => text === 'ON',
    choose: (_n, random) => random < 0.5,
  },
  number: {
    component: 'number',
    property: 'level',
    first: 0,
    announce: (state, set) => ({ ...json(state, set, 'level'), name: 'Level', min: 0, max: 100 }),
    format: (level) => JSON.stringify({ level }),
    parse: Number,
    choose: chooseLevel,
  },
  cover: {
    component: 'cover',
    property: 'position',
    first: 0,
    announce: (state, set) => ({
      position_topic: state,
      position_template: '{{ value_json.position }}',
      set_position_topic: set,
    }),
    format: (position) => JSON.stringify({ position }),
    parse: Number,
    choose: chooseLevel,
  },
  lamp: {
    component: 'light',
    property: 'brightness',
    first: 50,
    announce: (state, set) => ({
      schema: 'json',
      brightness: true,
      brightness_scale: lampSteps,
      state_topic: state,
      command_topic: set,
    }),
    format: (percent) => {
      const brightness = Math.round((Number(percent) / 100) * lampSteps);
      return JSON.stringify({ state: 'ON', brightness });
    },
    parse: (text) => {
      const { brightness } = JSON.parse(text) as { brightness: number };
      return (brightness / lampSteps) * 100;
    },
    choose: (n) => 1 + ((n * 37) % 100),
  },
});

export type KindName = keyof typeof kinds;
