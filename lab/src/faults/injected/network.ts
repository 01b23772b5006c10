import type { Random } from '../random.js';
import type { Condition, Network } from '../../system/proxy.js';
import type { System } from '../../system/system.js';
import type { Fault } from './fault.js';

/** The networks that fail together: all to one server, all of one service, or a single one. */
function pickNetworks({ networks }: System, random: Random): Network[] {
  const one = random.pick(networks);
  const extent = random.pick(['server', 'service', 'one'] as const);
  const fails = (other: typeof one) => extent !== 'one' && other[extent] === one[extent];
  return networks.filter((each) => each === one || fails(each)).map(({ network }) => network);
}

const networkFault = (name: string, conditionOf: (random: Random) => Condition): Fault => ({
  name: `network ${name}`,
  async begin(system, random) {
    const networks = pickNetworks(system, random);
    const become = (condition: Condition) =>
      networks.forEach((network) => network.become(condition));
    become(conditionOf(random));
    return async () => become('whole');
  },
});

export const networkFaults: Fault[] = [
  networkFault('cut', () => 'cut'),
  networkFault('reset', () => 'reset'),
  networkFault('slow', (random) => ({ delayMs: random.integer(50, 400) })),
];
