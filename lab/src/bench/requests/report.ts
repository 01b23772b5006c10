import { table } from '../../table.js';

interface Latency {
  p50: number;
  p99: number;
}

/** Medians of the rounds. */
export interface SideFigures {
  /** CPU time per request of all processes with many in flight (ms). */
  cpu: number;
  /** CPU time per request by process (ms). */
  cpuOf: Record<string, number>;
  perSecond: number;
  busy: Latency;
  alone: Latency;
}

export interface Measured {
  name: string;
  trellis: SideFigures;
  floor?: SideFigures;
}

interface Report {
  setting: string;
  inFlight: number;
  requests: Measured[];
  startSeconds: number;
  /** Resident memory of the services (MiB). */
  memory: { atRest: Record<string, number>; underLoad: Record<string, number> };
}

/** Prints the results as Markdown. */
export function report({ setting, inFlight, requests, startSeconds, memory }: Report): void {
  const print = (...paragraphs: string[]) =>
    process.stdout.write(paragraphs.map((text) => `${text}\n\n`).join(''));
  print(
    `\nMedians of ${setting}.`,
    `CPU time per request (ms) with ${inFlight} in flight:`,
    cpuTable(requests),
    `Throughput with ${inFlight} in flight, and latency as p50 / p99 (ms):`,
    latencyTable(requests, inFlight),
    `From start to ready, migrations included: ${startSeconds.toFixed(1)} s. Resident memory (MiB):`,
    table(
      ['service', 'at rest', 'after the load'],
      Object.entries(memory.atRest).map(([name, atRest]) => [
        name,
        atRest.toFixed(0),
        memory.underLoad[name]!.toFixed(0),
      ]),
    ),
  );
}

function cpuTable(requests: Measured[]): string {
  const processes = Object.keys(requests[0]!.trellis.cpuOf);
  return table(
    ['request', 'floor', 'Trellis', 'floor / Trellis', ...processes],
    requests.map(({ name, trellis, floor }) => [
      name,
      floor ? milliseconds(floor.cpu) : '',
      milliseconds(trellis.cpu),
      floor ? ratio(floor.cpu, trellis.cpu) : '',
      ...processes.map((process) => milliseconds(trellis.cpuOf[process]!)),
    ]),
  );
}

function latencyTable(requests: Measured[], inFlight: number): string {
  return table(
    [
      'request',
      'floor /s',
      'Trellis /s',
      'floor, 1 in flight',
      'Trellis, 1 in flight',
      'Trellis / floor',
      `floor, ${inFlight}`,
      `Trellis, ${inFlight}`,
    ],
    requests.map(({ name, trellis, floor }) => [
      name,
      floor ? floor.perSecond.toFixed(0) : '',
      trellis.perSecond.toFixed(0),
      floor ? latency(floor.alone) : '',
      latency(trellis.alone),
      floor ? ratio(trellis.alone.p50, floor.alone.p50) : '',
      floor ? latency(floor.busy) : '',
      latency(trellis.busy),
    ]),
  );
}

const milliseconds = (value: number) => value.toFixed(2);
const ratio = (one: number, other: number) => (one / other).toFixed(2);
const latency = ({ p50, p99 }: Latency) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
