import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDatabase } from '@trellis/testing';
import pg from 'pg';
import { schema } from '../database/open.js';

const folder = new URL('../../prisma/migrations/', import.meta.url);

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`${name}/migration.sql`, folder)), 'utf8');

/** A database as it was before a migration, and what applies that. */
export async function openBefore(migration: string) {
  const client = new pg.Client(await createDatabase());
  await client.connect();
  await client.query(`CREATE SCHEMA ${schema}; SET search_path = ${schema}`);
  const names = readdirSync(fileURLToPath(folder)).filter((name) => /^\d/.test(name));
  for (const name of names.toSorted()) if (name < migration) await client.query(read(name));
  return { client, apply: () => client.query(read(migration)) };
}
