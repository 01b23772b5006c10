import { newAccount } from '@trellis/testing';
import { startCallers } from '../../callers.js';
import { attacks } from './attacks.js';
import { startHostileRemotes } from './remotes.js';

/**
 * A hostile developer, and others with clients, in a process of their own. Prepares the attacks that ATTACKS names, a
 * list as JSON, and reports that it is ready; starts on the message `begin`, and answers `report` with the statuses that
 * it got.
 */
const { ADDRESS, JWT_SECRET, ATTACKS } = process.env as Record<string, string>;
const installation = { address: ADDRESS!, jwtSecret: JWT_SECRET! };
const chosen = new Set(JSON.parse(ATTACKS!) as string[]);
const account = newAccount(installation);
const remotes = await startHostileRemotes();
const answers: Record<string, Record<string, number>> = {};
const begins: (() => void)[] = [];

for (const { name, inFlight, prepare } of attacks) {
  if (!chosen.has(name)) continue;
  const counts: Record<string, number> = {};
  answers[name] = counts;
  // All requests are those of one account; of each connector, an account has one instance.
  const send = await prepare(inFlight > 0 ? account : newAccount(installation), remotes, ADDRESS!);
  if (!send) continue;
  const attack = async () => {
    const answer = await send().catch(() => undefined);
    const status = answer?.status ?? 'none';
    counts[status] = (counts[status] ?? 0) + 1;
  };
  begins.push(() => startCallers(inFlight, attack, 0));
}
process.send!('ready');
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  if (message === 'begin') for (const begin of begins) begin();
  if (message === 'report') process.send!(answers);
});
