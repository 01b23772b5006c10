import jsonld from 'jsonld';
import { DataFactory, Writer, type Quad } from 'n3';
import { readStatements, type ModelType } from '../read-model.js';

/** The statements of a model in their canonical form (RDFC-1.0), in which isomorphic graphs are equal. */
export async function canonize(text: string, type: ModelType, base: string): Promise<string> {
  const quads = await readStatements(text, type, base);
  const writer = new Writer({ format: 'N-Quads' });
  const lines = quads.map(({ subject, predicate, object }) =>
    writer.quadToString(copy(subject), copy(predicate), copy(object)),
  );
  const input = [...new Set(lines)].join('');
  const options = {
    algorithm: 'RDFC-1.0',
    inputFormat: 'application/n-quads',
    // By default it gives up on blank nodes that refer to each other in a circle.
    canonizeOptions: { maxWorkFactor: Infinity },
  };
  return (await jsonld.canonize(input as never, options as never)) as unknown as string;
}

/** The term of one library as that of the other. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- terms of two libraries
function copy({ termType, value, language, datatype }: Quad['object'] | any): any {
  if (termType === 'BlankNode') return DataFactory.blankNode(value.replace(/^_:/, ''));
  if (termType === 'NamedNode') return DataFactory.namedNode(value);
  return DataFactory.literal(value, language || DataFactory.namedNode(datatype.value));
}
