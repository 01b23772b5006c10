import { createSecretKey } from 'node:crypto';
import express, { type NextFunction, type Request, type Response } from 'express';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import * as sql from './floor.sql.js';

/**
 * The floor: what the same requests cost in one Express process that checks the token and the input,
 * and queries the tables of units-service itself, with the least SQL. It knows no subjects, sends no
 * problem documents and limits nothing.
 */
const { PORT, DATABASE_URL, JWT_SECRET } = process.env as Record<string, string>;
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  options: '-c search_path=units',
  max: 10,
});
const key = createSecretKey(Buffer.from(JWT_SECRET!));
const address = `http://localhost:${PORT}/api/v1`;

const id = z.uuid();
const newUnit = z.object({
  name: z.string().min(1).max(256),
  type: z.string().min(1).max(256),
  properties: z.array(z.object({ name: z.string().min(1), value: z.unknown() })).max(1),
});
const reference = z.object({ id });

async function query<Row extends pg.QueryResultRow>(
  { name, text }: { name: string; text: string },
  values: unknown[],
): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values })).rows;
}

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use((request, response, next) => {
  const { sub } = jwt.verify(request.get('authorization')!.slice('Bearer '.length), key, {
    algorithms: ['HS256'],
  }) as { sub: string };
  response.locals.developer = sub;
  next();
});

app.get('/api/v1/units/:id', async (request, response) => {
  const [unit] = await query(sql.readUnit, [id.parse(request.params.id), developerOf(response)]);
  if (!unit) return void response.sendStatus(404);
  const { things, children, parents, ...rest } = unit as Record<string, string[]>;
  response.json({
    ...rest,
    things: things!.map((thing) => ({ href: `${address}/things/${thing}` })),
    children: children!.map((child) => ({ href: `${address}/units/${child}` })),
    parents: parents!.map((parent) => ({ href: `${address}/units/${parent}` })),
  });
});

app.get('/api/v1/units', async (request, response) => {
  const limit = z.coerce.number().int().min(1).max(1000).parse(request.query.limit);
  const rows = await query<{ id: string }>(sql.listUnits, [developerOf(response), limit]);
  response.json(rows.map((unit) => ({ href: `${address}/units/${unit.id}` })));
});

app.get('/api/v1/units/:id/properties/:name', async (request, response) => {
  const { id: unit, name } = request.params;
  const [found] = await query(sql.readProperty, [id.parse(unit), developerOf(response), name]);
  if (!found) return void response.sendStatus(404);
  response.json(found);
});

app.get('/api/v1/things/:id', async (request, response) => {
  const thingId = id.parse(request.params.id);
  const [thing] = await query<ThingRow>(sql.readThing, [thingId, developerOf(response)]);
  if (!thing) return void response.sendStatus(404);
  response.json(describe(thing));
});

app.post('/api/v1/units', express.json(), async (request, response) => {
  const { name, type, properties } = newUnit.parse(request.body);
  const unit = newId();
  const [property] = properties;
  const value = JSON.stringify(property?.value);
  await query(sql.createUnit, [unit, developerOf(response), name, type, property?.name, value]);
  response.status(201).location(`${address}/units/${unit}`).json({ id: unit });
});

app.post('/api/v1/units/:id/parents', express.json(), async (request, response) => {
  const child = id.parse(request.params.id);
  const parent = reference.parse(request.body).id;
  const developer = developerOf(response);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({ ...sql.lockAccount, values: [developer] });
    const { rowCount } = await client.query({ ...sql.link, values: [developer, parent, child] });
    await client.query('COMMIT');
    response.status(rowCount === 1 ? 201 : 409).json({ href: `${address}/units/${parent}` });
  } finally {
    client.release();
  }
});

app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
  process.stderr.write(`${String(error)}\n`);
  response.sendStatus(500);
});
app.listen(Number(PORT), () => process.send?.({ ready: true }));

const developerOf = (response: Response) => response.locals.developer as string;

interface ThingRow {
  id: string;
  title: string;
  types: string;
  properties: string;
  actions: string;
  values: string;
}

/** A Thing Description with the affordances, the values, and an address for each. */
function describe(thing: ThingRow) {
  const at = `${address}/things/${thing.id}`;
  const affordances = (text: string, kind: string) =>
    Object.entries(JSON.parse(text) as Record<string, object>).map(([name, affordance]) => ({
      name,
      affordance: { ...affordance, forms: [{ href: `${at}/${kind}/${name}` }] },
    }));
  const values = JSON.parse(thing.values) as Record<string, unknown>;
  return {
    '@context': ['https://www.w3.org/2022/wot/td/v1.1'],
    '@type': JSON.parse(thing.types) as unknown,
    id: `urn:uuid:${thing.id}`,
    title: thing.title,
    properties: Object.fromEntries(
      affordances(thing.properties, 'properties').map(({ name, affordance }) => [
        name,
        { ...affordance, value: values[name] },
      ]),
    ),
    actions: Object.fromEntries(
      affordances(thing.actions, 'actions').map(({ name, affordance }) => [name, affordance]),
    ),
  };
}
