// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- projects that import this file need the declaration
/// <reference path="./context-resolver.d.ts" />
import { createHash } from 'node:crypto';
import { type Quad, StreamParser } from 'n3';
import { createReport, type Unmapped } from './report.js';
import { ontology, rdfType } from './terms.js';
import { toNodes } from './to-nodes.js';
import { toUnits, type Model } from './to-units.js';
import { Readable } from 'node:stream';
import jsonld, { type JsonLdDocument } from 'jsonld';
import ContextResolver from 'jsonld/lib/ContextResolver.js';

/** The text of a model, with options for reading it. */
export interface ModelText {
  text: string;
  type: ModelType;
  /** Base of relative IRIs, and the name of the model unless it has exactly one ontology. */
  base: string;
  /** Predicate whose values identify the things of points. */
  match?: string | undefined;
}

export interface ReadModel extends Model {
  statements: number;
  unmapped: Unmapped[];
}

/** Reads the units of a model; throws `UnreadableModel`. */
export async function readModel({ text, type, base, match }: ModelText): Promise<ReadModel> {
  const quads = await readStatements(text, type, base);
  const report = createReport();
  const model = nameOfModel(quads) ?? base;
  const scope = createHash('sha256').update(model).digest('hex').slice(0, 16);
  const nodes = toNodes(quads, scope, report);
  const { units, others } = toUnits(nodes, { model, match }, report);
  return { units, others, statements: quads.length, unmapped: report.list() };
}

function nameOfModel(quads: readonly Quad[]): string | undefined {
  const found = quads.filter(
    ({ subject, predicate, object }) =>
      subject.termType === 'NamedNode' && predicate.value === rdfType && object.value === ontology,
  );
  return found.length === 1 ? found[0]!.subject.value : undefined;
}

export const modelTypes = ['text/turtle', 'application/ld+json'] as const;
export type ModelType = (typeof modelTypes)[number];

const maxStatements = 200_000;
/** Maximum length of all subjects, predicates and objects together: a short text may repeat a long prefix. */
const maxCharacters = 64 * 1024 * 1024;
/** Maximum nesting of JSON-LD, whose processor is recursive. */
const maxDepth = 200;
const chunkLength = 64 * 1024;

export async function readStatements(text: string, type: ModelType, base: string): Promise<Quad[]> {
  return type === 'text/turtle' ? readTurtle(text, base) : readJsonLd(text, base);
}

async function readTurtle(text: string, base: string): Promise<Quad[]> {
  const parser = new StreamParser({ format: 'text/turtle', baseIRI: base });
  const quads: Quad[] = [];
  const count = createCount();
  try {
    for await (const quad of Readable.from(chunksOf(text)).pipe(parser)) {
      count(quad as Quad);
      quads.push(quad as Quad);
    }
  } catch (error) {
    if (error instanceof UnreadableModel) throw error;
    throw new UnreadableModel(`The text is not Turtle: ${(error as Error).message}`);
  }
  return quads;
}

function* chunksOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += chunkLength) {
    yield text.slice(start, start + chunkLength);
  }
}

async function readJsonLd(text: string, base: string): Promise<Quad[]> {
  let unknownContext: string | undefined;
  const options = {
    base,
    processingMode: 'json-ld-1.1',
    documentLoader: async (address: string) => {
      unknownContext = address;
      throw new Error('No context is fetched.');
    },
    // The default cache is global, and would retain contexts across tenants.
    contextResolver: new ContextResolver({ sharedCache: new Map() }),
  };
  try {
    const document = JSON.parse(text) as JsonLdDocument;
    requireShallow(document);
    const quads = (await jsonld.toRDF(document, options)) as Quad[];
    quads.forEach(createCount());
    return quads;
  } catch (error) {
    if (error instanceof UnreadableModel) throw error;
    if (unknownContext !== undefined) {
      throw new UnreadableModel(
        `The context ${unknownContext} has to be part of the document: contexts are not fetched.`,
      );
    }
    const { details, message } = error as Error & { details?: { code?: string } };
    throw new UnreadableModel(`The text is not JSON-LD: ${details?.code ?? message}`);
  }
}

/** Returns a function that throws {@link UnreadableModel} when the statements it was given exceed a limit. */
function createCount(): (quad: Quad) => void {
  let statements = 0;
  let characters = 0;
  return ({ subject, predicate, object }) => {
    statements += 1;
    characters += subject.value.length + predicate.value.length + object.value.length;
    if (statements > maxStatements) {
      throw new UnreadableModel(`A model may have at most ${maxStatements} statements.`);
    }
    if (characters > maxCharacters) {
      throw new UnreadableModel(
        `The statements of a model may have at most ${maxCharacters} characters; split it.`,
      );
    }
  };
}

function requireShallow(document: unknown): void {
  const open = [{ value: document, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth === maxDepth) {
      throw new UnreadableModel(`JSON-LD may be nested at most ${maxDepth} levels deep.`);
    }
    for (const member of Object.values(value)) open.push({ value: member, depth: depth + 1 });
  }
}

/** A text that is not a model, or one that exceeds the limits. */
export class UnreadableModel extends Error {
  constructor(message: string) {
    super(message.length > 500 ? `${message.slice(0, 500)}…` : message);
    this.name = 'UnreadableModel';
  }
}
