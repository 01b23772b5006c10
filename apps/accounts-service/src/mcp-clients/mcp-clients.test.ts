import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { maxMcpClients } from '@trellis/contracts';
import type { Database } from '../database.js';
import { removeMember, updateMember } from '../organizations/members.js';
import { createOrganization } from '../organizations/organizations.js';
import { purgeExpired } from '../purge.js';
import { openTestDatabase } from '../testing/database.js';
import {
  authorizeMcpClient,
  listMcpClients,
  removeMcpClient,
  revokeMcpClient,
} from './mcp-clients.js';
import { redeem } from './redeem.js';

const deadline = { expiresAt: Infinity };
const client = 'a'.repeat(64);

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let ada: string;
let organization: string;
let environment: string;
beforeEach(async () => {
  ada = await newPerson();
  organization = randomUUID();
  environment = randomUUID();
  const environments = [{ id: environment, name: 'production' }];
  const created = { person: ada, id: organization, name: 'Acme', environments };
  await createOrganization(database, created, deadline);
});

async function newPerson(): Promise<string> {
  const id = randomUUID();
  await database.prisma.user.create({ data: { id, email: `${id}@acme.example`, name: id } });
  return id;
}

async function authorize(person = ada): Promise<string> {
  const id = randomUUID();
  const scopes = ['svc.things.read'];
  const named = { client, name: 'Agent', redirect_host: 'localhost:1' };
  await authorizeMcpClient(database, { person, id, ...named, environment, scopes }, deadline);
  return id;
}

const take = (id: string, generation: number, of = client) =>
  redeem(database, { id, client: of, generation }, deadline);
const listed = async () => (await listMcpClients(database, { person: ada }, deadline)).clients;
const change = (id: string, data: object) =>
  database.prisma.mcpClient.update({ where: { id }, data });
const refused = { code: 'invalid_client' };

describe('an agent', () => {
  test('takes a code, then each refresh token once', async () => {
    const id = await authorize();
    expect(await listed()).toEqual([]);
    expect(await take(id, 0)).toMatchObject({ generation: 1, role: 'owner', environment });
    expect(await listed()).toMatchObject([{ id, organization: { name: 'Acme' } }]);
    expect(await take(id, 1)).toMatchObject({ generation: 2 });
    expect(await take(id, 2)).toMatchObject({ generation: 3 });
    // That of two exchanges before.
    await expect(take(id, 1)).rejects.toMatchObject({
      ...refused,
      extras: { developer: environment },
    });
    await expect(take(id, 3)).rejects.toMatchObject(refused);
  });

  test('may repeat the last exchange for half a minute, though not that of the code', async () => {
    const id = await authorize();
    await take(id, 0);
    await take(id, 1);
    expect(await take(id, 1)).toMatchObject({ generation: 2 });
    await change(id, { lastUsed: new Date(Date.now() - 31_000) });
    await expect(take(id, 1)).rejects.toMatchObject(refused);
    const other = await authorize();
    await take(other, 0);
    await expect(take(other, 0)).rejects.toMatchObject(refused);
    expect(await listed()).toEqual([]);
  });

  test('of several exchanges at once begins one generation', async () => {
    const id = await authorize();
    await take(id, 0);
    const all = await Promise.all(Array.from({ length: 5 }, () => take(id, 1)));
    expect(all.map(({ generation }) => generation)).toEqual([2, 2, 2, 2, 2]);
  });

  test('of another client takes nothing, and ends nothing', async () => {
    const id = await authorize();
    await expect(take(id, 0, 'b'.repeat(64))).rejects.toMatchObject(refused);
    expect(await take(id, 0)).toMatchObject({ generation: 1 });
  });

  test('expires: its code after a minute, its refresh token after 30 days', async () => {
    const id = await authorize();
    const { expires } = await database.prisma.mcpClient.findUniqueOrThrow({ where: { id } });
    expect(expires.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
    await take(id, 0);
    const days = Date.parse((await listed())[0]!.expires) - Date.now();
    expect(Math.round(days / 86_400_000)).toBe(30);
    await change(id, { expires: new Date(Date.now() - 1) });
    await expect(take(id, 1)).rejects.toMatchObject(refused);
    expect(await listed()).toEqual([]);
    await purgeExpired(database.prisma, new Date());
    expect(await database.prisma.mcpClient.count({ where: { id } })).toBe(0);
  });

  test('has the role that the person has by then, and ends with the membership', async () => {
    const bob = await newPerson();
    const member = { organizationId: organization, userId: bob, role: 'viewer' };
    await database.prisma.member.create({ data: member });
    const id = await authorize(bob);
    expect(await take(id, 0)).toMatchObject({ role: 'viewer', person: { id: bob } });
    const within = { person: ada, organization, id: bob };
    await updateMember(database, { ...within, role: 'support' }, deadline);
    expect(await take(id, 1)).toMatchObject({ role: 'support' });
    await removeMember(database, within, deadline);
    await expect(take(id, 2)).rejects.toMatchObject(refused);
    await database.prisma.member.create({ data: member });
    await expect(take(id, 2)).rejects.toMatchObject(refused);
  });

  test('of a deleted environment takes nothing until that is restored', async () => {
    const id = await authorize();
    await take(id, 0);
    const set = (deleted: Date | null) =>
      database.prisma.environment.update({ where: { id: environment }, data: { deleted } });
    await set(new Date());
    await expect(take(id, 1)).rejects.toMatchObject(refused);
    await expect(authorize()).rejects.toMatchObject({ code: 'environment_deleted' });
    await set(null);
    expect(await take(id, 1)).toMatchObject({ generation: 2 });
  });

  test('is for members, and removed by the person alone', async () => {
    const bob = await newPerson();
    await expect(authorize(bob)).rejects.toMatchObject({ code: 'not_found' });
    const id = await authorize();
    const remove = (person: string, id: string) =>
      removeMcpClient(database, { person, id }, deadline);
    await expect(remove(bob, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove(ada, 'no uuid')).rejects.toMatchObject({ code: 'not_found' });
    expect(await remove(ada, id)).toEqual({ organization });
    await expect(take(id, 0)).rejects.toMatchObject(refused);
  });

  test('ends when it gives its refresh token back, and not when another app does', async () => {
    const id = await authorize();
    await take(id, 0);
    const revoke = (of: string) => revokeMcpClient(database, { id, client: of }, deadline);
    await expect(revoke('b'.repeat(64))).rejects.toMatchObject(refused);
    const email = `${ada}@acme.example`;
    expect(await revoke(client)).toEqual({ revoked: { environment, email } });
    expect(await revoke(client)).toEqual({});
    await expect(take(id, 1)).rejects.toMatchObject(refused);
  });

  test('gives way when a person has too many', async () => {
    const oldest = await authorize();
    await take(oldest, 0);
    await change(oldest, { lastUsed: new Date(Date.now() - 60_000) });
    for (let count = 0; count < maxMcpClients; count += 1) await authorize();
    await expect(take(oldest, 1)).rejects.toMatchObject(refused);
    expect(await database.prisma.mcpClient.count({ where: { userId: ada } })).toBe(maxMcpClients);
  });
});
