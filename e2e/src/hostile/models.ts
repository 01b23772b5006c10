import type { Device, Model } from './device.js';

/** The unit of the models' delays (ms). Real devices take seconds; the order of the reports is the same. */
const stepMs = 20;

/** Moves a device to a value by at most 10 a step, unless another command comes. */
function moveTo(device: Device, value: number): void {
  const { commands } = device;
  const step = () => {
    if (device.commands !== commands) return;
    const left = value - Number(device.value);
    device.become(Number(device.value) + Math.sign(left) * Math.min(10, Math.abs(left)));
    if (device.value !== value) device.later(2 * stepMs, step);
  };
  device.later(stepMs, step);
}

export const wellBehaved: Model = {
  name: 'well behaved',
  kind: 'number',
  follows: 'always',
  receive: (device, value) => device.become(value),
};

export const hostileModels: Model[] = [
  {
    name: 'slow cloud that repeats the old value',
    kind: 'switch',
    follows: 'always',
    receive(device, value) {
      for (const n of [0, 1, 2, 3]) device.later(n * stepMs, () => device.report());
      device.later(4 * stepMs, () => device.become(value));
    },
  },
  {
    name: 'accepts everything and never follows',
    kind: 'number',
    follows: 'never',
    receive: () => undefined,
  },
  {
    name: 'follows every third command',
    kind: 'switch',
    follows: 'sometimes',
    receive(device, value) {
      if (device.commands % 3 === 0) device.later(stepMs, () => device.become(value));
    },
  },
  {
    name: 'moves slowly and reports on the way',
    kind: 'cover',
    follows: 'sometimes',
    writesAtOnce: 2,
    receive: (device, value) => moveTo(device, Number(value)),
  },
  {
    name: 'goes past the value and comes back',
    kind: 'number',
    follows: 'always',
    receive(device, value) {
      device.become(Math.min(100, Number(value) + 10));
      device.later(stepMs, () => device.become(Math.max(0, Number(value) - 5)));
      device.later(2 * stepMs, () => device.become(value));
    },
  },
  {
    name: 'says yes and does nothing',
    kind: 'number',
    follows: 'sometimes',
    receive(device, value) {
      device.report(value);
      device.later(stepMs * (device.random() < 0.5 ? 1 : 10), () => device.report());
    },
  },
  {
    name: 'reports twice and out of order',
    kind: 'number',
    follows: 'always',
    receive(device, value) {
      const old = device.value;
      device.become(value);
      device.later(stepMs, () => device.report(old));
      device.later(2 * stepMs, () => device.report());
    },
  },
  {
    name: 'knows ten levels and none below ten',
    kind: 'lamp',
    follows: 'sometimes',
    receive: (device, value) => device.become(Math.max(10, Math.round(Number(value) / 10) * 10)),
  },
  {
    name: 'answers after the next command',
    kind: 'number',
    follows: 'sometimes',
    writesAtOnce: 3,
    receive: (device, value) => device.later(5 * stepMs, () => device.become(value)),
  },
  {
    name: 'disconnects at commands',
    kind: 'switch',
    follows: 'sometimes',
    receive(device, value) {
      if (device.random() < 0.7) return device.become(value);
      device.setAvailable(false);
      device.later(5 * stepMs, () => {
        device.setAvailable(true);
        device.report();
      });
    },
  },
  {
    name: 'is operated by somebody else',
    kind: 'switch',
    follows: 'sometimes',
    receive(device, value) {
      device.become(value);
      if (device.random() < 0.5) device.later(stepMs, () => device.become(!device.value));
      if (device.random() < 0.5) device.later(4 * stepMs, () => device.become(!device.value));
    },
  },
  {
    name: 'reports what nobody can read',
    kind: 'number',
    follows: 'always',
    receive(device, value) {
      device.sendText('{');
      device.later(stepMs, () => device.sendText('{"level": null}'));
      device.later(2 * stepMs, () => device.sendText('{"linkquality": 7}'));
      device.later(3 * stepMs, () => device.become(value));
    },
  },
];
