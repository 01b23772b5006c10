import fc, { type Arbitrary } from 'fast-check';
import { arbitraryOf, known, oddTexts, spoiled } from './arbitrary.js';
import type { OpenApiDocument, Operation } from './document.js';
import { Known, type KnownIds } from './known-ids.js';

/** A request to an operation with placeholders for ids. */
export interface GeneratedRequest {
  name: string;
  params: Record<string, string | Known>;
  query: [name: string, value: string | Known][];
  headers: Record<string, string>;
  /** Undefined for none. */
  body: unknown;
  /** Text to send instead of the body. */
  text: string | undefined;
}

/** Returns the kind of resource that a parameter of a path names. */
function kindOfParameter(path: string, name: string): string | undefined {
  if (name === 'name') return 'names';
  const before = path.split(`/{${name}}`)[0]!.split('/').at(-1)!;
  return before === 'parents' || before === 'children' ? 'units' : before;
}

/** Returns the kind of resource that a member of a body names. */
function kindOfMember(path: string, member: string): string | undefined {
  const list = path.split('/').at(-1)!;
  const lists: Record<string, string> = {
    parents: 'units',
    children: 'units',
    subjects: 'subjects',
    things: 'things',
  };
  const members: Record<string, string> = {
    ...lists,
    unit: 'units',
    parent: 'units',
    thing_id: 'things',
    action: 'names',
    ...(lists[list] && path.includes('/{id}/') && { id: lists[list] }),
  };
  return members[member];
}

/** Generates a value with a probability of one in `frequency`, and undefined otherwise. */
const sometimes = <T>(frequency: number, arbitrary: Arbitrary<T>): Arbitrary<T | undefined> =>
  fc.oneof({ weight: frequency - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const rarely = <T>(arbitrary: Arbitrary<T>) => sometimes(12, arbitrary);

/** Headers carry bytes without control characters; texts are sent as UTF-8. */
const toHeader = (text: string) =>
  // eslint-disable-next-line no-control-regex -- it matches control characters
  Buffer.from(text.replaceAll(/[\u0000-\u001f\u007f]/g, ''))
    .toString('latin1')
    .trim();

const odd = fc.constantFrom(...oddTexts);
/** Excludes segments that clients resolve to another path. */
const segment = fc.constantFrom(...oddTexts.filter((text) => !['', '.', '..'].includes(text)));
const media = fc.constantFrom('text/plain', 'application/json; charset=latin1', '*/*', 'x');

/** Generates requests to an operation, most of which are valid. */
export function requestsTo(
  operation: Operation,
  document: OpenApiDocument,
): Arbitrary<GeneratedRequest> {
  const { path, parameters = [], requestBody } = operation;
  const options = { document, kindOf: (member: string) => kindOfMember(path, member) };
  const of = (location: string) => parameters.filter((parameter) => parameter.in === location);

  const params = of('path').map(({ name }) => {
    const kind = kindOfParameter(path, name);
    const values: fc.WeightedArbitrary<string | Known>[] = [
      ...(kind === undefined ? [] : [{ weight: 12, arbitrary: known(kind) }]),
      { weight: 1, arbitrary: fc.uuid() },
      { weight: 2, arbitrary: fc.oneof(segment, fc.constantFrom('a', 'b', 'alice')) },
    ];
    return [name, fc.oneof(...values)];
  });
  const query = of('query').map(({ name, schema }) =>
    sometimes(
      3,
      fc.oneof(
        {
          weight: 5,
          arbitrary:
            name === 'cursor' ? known('cursors') : arbitraryOf(schema, options).map(String),
        },
        { weight: 1, arbitrary: odd },
      ),
    ),
  );
  const queryNames = of('query').map(({ name }) => name);

  return fc
    .record({
      params: fc.record(Object.fromEntries(params)),
      query: fc.tuple(...query),
      unknown: rarely(odd),
      subject: sometimes(2, fc.oneof({ weight: 5, arbitrary: fc.constant('alice') }, odd)),
      key: rarely(fc.oneof(fc.constantFrom('"k1"', 'k2'), odd)),
      accept: rarely(fc.oneof(media, fc.constant('application/ld+json'))),
      prefer: rarely(fc.constantFrom('respond-async', 'wait=0', 'wait=x')),
      contentType: rarely(media),
      body: bodyOf(operation, options),
      text: rarely(fc.constantFrom('', '{', 'null', '"\\ud800"', '[1e999]', '{"a":1,"a":2}')),
    })
    .map(({ params, query, unknown, body, text, ...given }) => ({
      name: operation.name,
      params,
      query: [
        ...query.flatMap((value, index): [string, string | Known][] =>
          value === undefined ? [] : [[queryNames[index]!, value]],
        ),
        ...(unknown === undefined ? [] : [['unknown', unknown] as [string, string]]),
      ],
      headers: headersOf(operation, given),
      body,
      text: requestBody ? text : undefined,
    }));
}

function bodyOf(
  { requestBody }: Operation,
  options: Parameters<typeof arbitraryOf>[1],
): Arbitrary<unknown> {
  if (!requestBody) return fc.constant(undefined);
  const valid = arbitraryOf(Object.values(requestBody.content)[0]!.schema, options);
  return fc.oneof(
    { weight: 8, arbitrary: valid },
    { weight: 2, arbitrary: spoiled(valid) },
    { weight: requestBody.required ? 0 : 2, arbitrary: fc.constant(undefined) },
  );
}

function headersOf(
  { parameters = [] }: Operation,
  given: Partial<Record<'subject' | 'key' | 'accept' | 'prefer' | 'contentType', string>>,
): Record<string, string> {
  const takes = (name: string) => parameters.some((parameter) => parameter.name === name);
  const headers = {
    ...(takes('X-External-Subject-Id') && { 'x-external-subject-id': given.subject }),
    ...(takes('Idempotency-Key') && { 'idempotency-key': given.key }),
    accept: given.accept,
    prefer: given.prefer,
    'content-type': given.contentType,
  };
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, toHeader(value)]],
    ),
  );
}

/** Replaces the placeholders of a request; also returns the ids in its path. */
export function fillIn(operation: Operation, request: GeneratedRequest, ids: KnownIds) {
  const { params, query, headers, body, text } = request;
  const inPath: { kind: string; id: string }[] = [];
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = params[name]!;
    if (!(value instanceof Known)) return encode(value);
    inPath.push({ kind: value.kind, id: ids.resolve(value) });
    return encode(ids.resolve(value));
  });
  const search = query
    .map(
      ([name, value]) => `${name}=${encode(value instanceof Known ? ids.resolve(value) : value)}`,
    )
    .join('&');
  const [mediaType] = Object.keys(operation.requestBody?.content ?? {});
  return {
    method: operation.method,
    path: search === '' ? path : `${path}?${search}`,
    headers: { ...(mediaType && { 'content-type': mediaType }), ...headers },
    body: text ?? toText(ids.resolveAll(body), mediaType),
    inPath,
  };
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

function toText(body: unknown, mediaType: string | undefined): string | undefined {
  if (body === undefined || mediaType === undefined) return undefined;
  if (mediaType !== 'application/x-www-form-urlencoded') return JSON.stringify(body);
  const members = Object.entries(typeof body === 'object' && body !== null ? body : { body });
  return new URLSearchParams(members.map(([name, value]) => [name, String(value)])).toString();
}
