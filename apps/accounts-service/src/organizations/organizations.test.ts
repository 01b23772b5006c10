import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { maxEnvironments, maxOrganizations } from '@trellis/contracts';
import { createSealing, generateKey } from '@trellis/sealing';
import type { Database } from '../database.js';
import { purgeExpired } from '../purge.js';
import { openTestDatabase } from '../testing/database.js';
import { acceptInvitation, createInvitation, openInvitation } from './invitations.js';
import { removeMember, updateMember } from './members.js';
import { createEnvironment } from './environments.js';
import { createOrganization, listOrganizations } from './organizations.js';

const sealing = createSealing(generateKey());
const deadline = { expiresAt: Infinity };

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => ({ ...database, sealing, mailer: undefined, base: 'https://trellis.example' });

async function newPerson(): Promise<{ id: string; email: string }> {
  const id = randomUUID();
  const email = `${id}@acme.example`;
  await database.prisma.user.create({ data: { id, email, name: id } });
  return { id, email };
}

let ada: { id: string; email: string };
let organization: string;
beforeEach(async () => {
  ada = await newPerson();
  organization = randomUUID();
  const environments = [{ id: randomUUID(), name: 'production' }];
  const created = { person: ada.id, id: organization, name: 'Acme', environments };
  await createOrganization(needs(), created, deadline);
});

const seal = (id: string, secret: string) => sealing.seal({ purpose: 'sign-in', id }, secret);

async function inviteTo(email: string, secret = 'secret'): Promise<string> {
  const id = randomUUID();
  await createInvitation(
    needs(),
    {
      person: ada.id,
      organization,
      id,
      email,
      role: 'owner',
      secret: seal(id, secret),
      send: false,
    },
    deadline,
  );
  return id;
}

const accept = (person: string, id: string, secret = 'secret') =>
  acceptInvitation(needs(), { person, id, secret: seal(id, secret) }, deadline);

describe('an invitation', () => {
  test('works once, with its secret', async () => {
    const bob = await newPerson();
    const id = await inviteTo(bob.email);
    await expect(accept(bob.id, id, 'wrong')).rejects.toMatchObject({ code: 'not_found' });
    await expect(accept(ada.id, id)).rejects.toMatchObject({ code: 'other_person' });
    expect(await accept(bob.id, id)).toMatchObject({ id: organization, role: 'owner' });
    await expect(accept(bob.id, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('replaces the one before it', async () => {
    const bob = await newPerson();
    const first = await inviteTo(bob.email);
    const second = await inviteTo(bob.email);
    await expect(accept(bob.id, first)).rejects.toMatchObject({ code: 'not_found' });
    expect(await accept(bob.id, second)).toMatchObject({ id: organization });
    await expect(inviteTo(bob.email)).rejects.toMatchObject({ code: 'already_exists' });
  });

  test('expires, and is then deleted', async () => {
    const id = await inviteTo('carol@acme.example');
    const open = () => openInvitation(needs(), { id, secret: seal(id, 'secret') }, deadline);
    expect(await open()).toMatchObject({ organization: 'Acme', has_account: false });
    const expires = new Date(Date.now() - 1_000);
    await database.prisma.invitation.update({ where: { id }, data: { expires } });
    await expect(open()).rejects.toMatchObject({ code: 'not_found' });
    await purgeExpired(database.prisma, new Date());
    expect(await database.prisma.invitation.count({ where: { id } })).toBe(0);
  });

  test('is not sent without a mail server', async () => {
    const id = randomUUID();
    const given = { id, email: 'dan@acme.example', role: 'viewer', secret: seal(id, 's') } as const;
    await expect(
      createInvitation(needs(), { person: ada.id, organization, ...given, send: true }, deadline),
    ).rejects.toMatchObject({ code: 'no_mail_server' });
  });
});

test('of two owners who leave at the same time, one stays', async () => {
  const bob = await newPerson();
  await accept(bob.id, await inviteTo(bob.email));
  const leave = (person: string) =>
    removeMember(needs(), { person, organization, id: person }, deadline);
  const outcomes = await Promise.allSettled([leave(ada.id), leave(bob.id)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await database.prisma.member.count({ where: { organizationId: organization } })).toBe(1);
});

test('of two owners who make each other viewers, one stays an owner', async () => {
  const bob = await newPerson();
  await accept(bob.id, await inviteTo(bob.email));
  const demote = (person: string, id: string) =>
    updateMember(needs(), { person, organization, id, role: 'viewer' }, deadline);
  const outcomes = await Promise.allSettled([demote(ada.id, bob.id), demote(bob.id, ada.id)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const where = { organizationId: organization, role: 'owner' };
  expect(await database.prisma.member.count({ where })).toBe(1);
});

test('an organization has a bounded number of environments, with names of their own', async () => {
  const create = (name: string) =>
    createEnvironment(needs(), { person: ada.id, organization, id: randomUUID(), name }, deadline);
  await expect(create('production')).rejects.toMatchObject({ code: 'already_exists' });
  for (let count = 1; count < maxEnvironments; count += 1) await create(`environment ${count}`);
  await expect(create('one more')).rejects.toMatchObject({ code: 'quota_exceeded' });
});

test('a person has a bounded number of organizations', async () => {
  const create = () =>
    createOrganization(
      needs(),
      { person: ada.id, id: randomUUID(), name: 'Acme', environments: [] },
      deadline,
    );
  for (let count = 1; count < maxOrganizations; count += 1) await create();
  await expect(create()).rejects.toMatchObject({ code: 'quota_exceeded' });
  const { organizations } = await listOrganizations(needs(), { person: ada.id }, deadline);
  expect(organizations).toHaveLength(maxOrganizations);
});

test('a repeated request creates an organization once', async () => {
  const created = { person: ada.id, id: organization, name: 'Acme', environments: [] };
  const again = await createOrganization(needs(), created, deadline);
  expect(again.environments.map(({ name }) => name)).toEqual(['production']);
});
