import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A prepared statement. */
interface NamedStatement {
  name: string;
  text: string;
}

/** All statements that the `*.sql.ts` files below a folder export, alone or as members of an object. */
export async function loadStatements(folder: string): Promise<NamedStatement[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const found: NamedStatement[] = [];
  // One after the other: modules that are linked at the same time find each other half loaded.
  for (const file of files.filter((name) => name.endsWith('.sql.ts'))) {
    found.push(...statementsIn(await import(join(folder, file))));
  }
  return found;
}

function statementsIn(value: unknown): NamedStatement[] {
  if (typeof value !== 'object' || value === null) return [];
  return isStatement(value) ? [value] : Object.values(value).flatMap(statementsIn);
}

const isStatement = (value: object): value is NamedStatement =>
  'name' in value && typeof value.name === 'string' && 'text' in value;

/** A node of a plan, as `EXPLAIN (FORMAT JSON)` describes it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

interface Explaining {
  query(text: string): Promise<{ rows: { 'QUERY PLAN': [{ Plan: PlanNode }] }[] }>;
}

/**
 * The statements of a folder for which PostgreSQL would read tables as a whole, directly or through an
 * index, with a plan that is kept whatever the parameters.
 */
export async function statementsReadingWhole(
  database: Explaining,
  folder: string,
): Promise<{ name: string; tables: string[] }[]> {
  const found: { name: string; tables: string[] }[] = [];
  for (const { name, text } of await loadStatements(folder)) {
    const tables = await tablesReadWhole(database, text);
    if (tables.length > 0) found.push({ name, tables });
  }
  return found;
}

/** The tables that PostgreSQL would read as a whole for a statement, whatever its parameters. */
export async function tablesReadWhole(database: Explaining, text: string): Promise<string[]> {
  const { rows } = await database.query(`EXPLAIN (FORMAT JSON, GENERIC_PLAN) ${text}`);
  return findWhole(rows[0]!['QUERY PLAN'][0].Plan);
}

function findWhole(node: PlanNode): string[] {
  const { 'Node Type': type, 'Relation Name': table, Plans: plans = [] } = node;
  const isWhole = type === 'Seq Scan' || (type.startsWith('Index') && !node['Index Cond']);
  return [...(isWhole && table ? [table] : []), ...plans.flatMap(findWhole)];
}
