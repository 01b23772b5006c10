/** The value of a statement. */
export type Value =
  | { iri: string }
  | { text: string; datatype: string; language?: string }
  | { items: Value[] }
  | { node: Description };

/** The classes of a node, and the values of its predicates. */
export interface Description {
  types: string[];
  values: Map<string, Value[]>;
}

/** A node with an IRI. */
export interface Node extends Description {
  iri: string;
}

export const newDescription = (): Description => ({ types: [], values: new Map() });

/** Returns the IRIs among the values of a predicate. */
export const irisOf = ({ values }: Description, predicate: string): string[] =>
  (values.get(predicate) ?? []).flatMap((value) => ('iri' in value ? value.iri : []));

/** Returns the texts among the values of a predicate. */
export const textsOf = ({ values }: Description, predicate: string): string[] =>
  (values.get(predicate) ?? []).flatMap((value) => ('text' in value ? value.text : []));
