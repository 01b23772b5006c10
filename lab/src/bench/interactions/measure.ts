import { setTimeout as pause } from 'node:timers/promises';
import { range } from '../../numbers.js';

/** Rounds that are not measured, for the JIT compiler. */
const warmUps = 20;

/** A command that takes longer counts as lost (ms). */
const lostAfterMs = 10_000;

/** A command to lamps, and when it arrives there. */
interface Measured {
  /** Sends a command to a lamp; resolves when it was answered. */
  send: (lamp: number) => Promise<unknown>;
  /** Resolves with the time of the next command for a lamp, by `performance.now()`. */
  arrival: (lamp: number) => Promise<number>;
}

export interface Times {
  /** From the command to its arrival, of each command (ms). */
  toArrival: number[];
  /** From the command to its answer (ms). */
  toAnswer: number[];
}

/** Sends commands to some lamps at once, round after round. */
export async function measure(
  { send, arrival }: Measured,
  { count, rounds }: { count: number; rounds: number },
): Promise<Times> {
  const times: Times = { toArrival: [], toAnswer: [] };
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const commands = range(count).map(async (lamp) => {
      const arrived = arrival(lamp);
      const startedAt = performance.now();
      const answered = send(lamp).then(() => performance.now() - startedAt);
      const late = pause(lostAfterMs, undefined, { ref: false }).then(() => {
        throw new Error('A command was lost.');
      });
      const toArrival = (await Promise.race([arrived, late])) - startedAt;
      return { toArrival, toAnswer: await answered };
    });
    const ended = await Promise.all(commands);
    if (round >= warmUps) {
      times.toArrival.push(...ended.map(({ toArrival }) => toArrival));
      times.toAnswer.push(...ended.map(({ toAnswer }) => toAnswer));
    }
    // A random pause avoids being in step with timers.
    await pause(100 + Math.random() * 200);
  }
  return times;
}
