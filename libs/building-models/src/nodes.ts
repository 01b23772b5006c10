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

export interface Node extends Description {
  iri: string;
}

export const newDescription = (): Description => ({ types: [], values: new Map() });

export const irisOf = ({ values }: Description, predicate: string): string[] =>
  (values.get(predicate) ?? []).flatMap((value) => ('iri' in value ? value.iri : []));

export const textsOf = ({ values }: Description, predicate: string): string[] =>
  (values.get(predicate) ?? []).flatMap((value) => ('text' in value ? value.text : []));
