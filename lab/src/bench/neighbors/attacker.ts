import { newAccount, type Account, type Stack } from '@trellis/testing';
import { attacks, type Attack, type Send } from './attacks.js';
import { startHostileRemotes } from './remotes.js';

/**
 * A hostile developer in a process of its own. Prepares the attacks whose names match ATTACKS, reports that it is
 * ready, starts on the message `begin`, and answers `report` with the statuses that it got.
 */
const { ADDRESS, JWT_SECRET, ATTACKS } = process.env as Record<string, string>;
const { request }: Account = newAccount({ address: ADDRESS, jwtSecret: JWT_SECRET } as Stack);
const remotes = await startHostileRemotes();
const chosen = attacks.filter(({ name }) => new RegExp(ATTACKS!).test(name));
const answers: Record<string, Record<string, number>> = {};

const prepared: { attack: Attack; send: (() => ReturnType<Send>) | undefined }[] = [];
for (const attack of chosen) {
  prepared.push({ attack, send: await attack.prepare(request, remotes) });
  answers[attack.name] = {};
}
process.send!('ready');
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  if (message === 'begin') for (const one of prepared) begin(one);
  if (message === 'report') process.send!(answers);
});

function begin({ attack, send }: (typeof prepared)[number]): void {
  if (!send) return;
  const counts = answers[attack.name]!;
  const repeat = async () => {
    for (;;) {
      const status = await send().then(
        (answer) => String(answer.status),
        () => 'none',
      );
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  for (let n = 0; n < attack.inFlight; n += 1) void repeat();
}
