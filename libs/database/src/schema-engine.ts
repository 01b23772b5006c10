import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';

type Exports = Record<string, unknown> & { __wbindgen_start(): void };
type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg') & {
  __wbg_set_wasm(exports: Exports): void;
};

/** The part of the WebAssembly API that is used here, which `@types/node` does not declare. */
const { WebAssembly } = globalThis as object as {
  WebAssembly: {
    instantiate(bytes: Buffer, imports: object): Promise<{ instance: { exports: Exports } }>;
  };
};

/** The engine requires a data model, although migrations do not use it. */
const emptyModel: [string, string] = [
  'schema.prisma',
  'datasource db {\n provider = "postgresql"\n}',
];

/**
 * Opens the WebAssembly build of Prisma's schema engine from npm. The Prisma CLI would download a native build from a host
 * that is not reachable everywhere. Errors of the engine only contain a number; `causeOf` returns the database error.
 */
export async function openSchemaEngine(
  pool: pg.Pool,
  schema: string,
): Promise<{ engine: SchemaEngine; causeOf: (error: unknown) => unknown }> {
  // The engine passes the message of a panic to this object before it throws.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message(message: string) {
        throw new Error(`The schema engine failed: ${message}`);
      },
    },
  });
  const engine = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as EngineModule;
  const { instance } = await WebAssembly.instantiate(readWasm(), {
    './schema_engine_bg.js': { ...engine, ...unreferencedTimers(engine) },
  });
  engine.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();

  const adapter = bindMigrationAwareSqlAdapterFactory(scriptAdapter(pool, schema));
  return {
    engine: await engine.SchemaEngine.new({ datamodels: [emptyModel] }, () => undefined, adapter),
    causeOf(error) {
      const id = /External error id#(\d+)/.exec((error as Error).message)?.[1];
      return (id && adapter.errorRegistry.consumeError(Number(id))?.error) ?? error;
    },
  };
}

/**
 * Creates an adapter that sends each script to PostgreSQL as a whole, to run in one transaction. By default, the adapter
 * splits scripts at every semicolon, even within the body of a function.
 */
function scriptAdapter(pool: pg.Pool, schema: string): PrismaPg {
  const factory = new PrismaPg(pool, { schema });
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    adapter.executeScript = async (script) => void (await pool.query(script));
    return adapter;
  };
  return factory;
}

/** Replaces the timers of the engine, one of which runs for ten seconds and would delay the exit. */
function unreferencedTimers(engine: EngineModule): object {
  const names = Object.keys(engine).filter((name) => name.startsWith('__wbg_setTimeout'));
  const timer = (run: () => void, delayMs: number) => setTimeout(run, delayMs >>> 0).unref();
  return Object.fromEntries(names.map((name) => [name, timer]));
}

function readWasm(): Buffer {
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  return readFileSync(join(dirname(entry), 'schema_engine_bg.wasm'));
}
