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

/** The part of the WebAssembly API that is used here; Node's types leave it to the browser's. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    instantiate(bytes: Buffer, imports: object): Promise<{ instance: { exports: Exports } }>;
  };
};

/** The engine wants a data model even for what needs none. */
const emptyModel: [string, string] = [
  'schema.prisma',
  'datasource db {\n provider = "postgresql"\n}',
];

/**
 * Prisma's schema engine as WebAssembly, from npm. The Prisma CLI would download a native one, which
 * is not reachable everywhere and is not needed in production.
 */
export async function openSchemaEngine(pool: pg.Pool, schema: string): Promise<SchemaEngine> {
  // The engine hands the message of a panic to this object before it throws.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message(message: string) {
        throw new Error(`The schema engine failed: ${message}`);
      },
    },
  });
  const engine = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as EngineModule;
  const { instance } = await WebAssembly.instantiate(readWasm(), {
    './schema_engine_bg.js': { ...engine, ...unheldTimers(engine) },
  });
  engine.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();

  const adapter = bindMigrationAwareSqlAdapterFactory(wholeScripts(pool, schema));
  return engine.SchemaEngine.new({ datamodels: [emptyModel] }, () => undefined, adapter);
}

/**
 * The adapter cuts a script at every semicolon, also within the body of a function. PostgreSQL takes
 * it whole, and all of it or nothing.
 */
function wholeScripts(pool: pg.Pool, schema: string): PrismaPg {
  const factory = new PrismaPg(pool, { schema });
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    adapter.executeScript = async (script) => void (await pool.query(script));
    return adapter;
  };
  return factory;
}

/** The engine leaves the timer of its lock running for ten seconds, which no process must wait for. */
function unheldTimers(engine: EngineModule): object {
  const names = Object.keys(engine).filter((name) => name.startsWith('__wbg_setTimeout'));
  const timer = (run: () => void, delay: number) => setTimeout(run, delay >>> 0).unref();
  return Object.fromEntries(names.map((name) => [name, timer]));
}

function readWasm(): Buffer {
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  return readFileSync(join(dirname(entry), 'schema_engine_bg.wasm'));
}
