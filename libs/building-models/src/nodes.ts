/** A value that a statement has. */
export type Value =
  | { iri: string }
  | { text: string; datatype: string; language?: string }
  | { items: Value[] }
  | { node: Description };

/** What is said of a node: its classes, and the values of its predicates. */
export interface Description {
  types: string[];
  values: Map<string, Value[]>;
}

/** A node with an IRI. */
export interface Node extends Description {
  iri: string;
}

export const newDescription = (): Description => ({ types: [], values: new Map() });

/** The IRIs among the values of a predicate. */
export const irisOf = ({ values }: Description, predicate: string): string[] =>
  (values.get(predicate) ?? []).flatMap((value) => ('iri' in value ? value.iri : []));

/** The texts among the values of a predicate. */
export const textsOf = ({ values }: Description, predicate: string): string[] =>
  (values.get(predicate) ?? []).flatMap((value) => ('text' in value ? value.text : []));
