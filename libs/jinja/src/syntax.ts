/** An expression of Jinja ("Template Designer Documentation", "Expressions"). */
export type Expr =
  | { kind: 'literal'; value: unknown }
  | { kind: 'name'; name: string }
  | { kind: 'list'; items: Expr[] }
  | { kind: 'dict'; pairs: [Expr, Expr][] }
  | { kind: 'member'; target: Expr; key: Expr }
  | { kind: 'slice'; target: Expr; bounds: (Expr | undefined)[] }
  | { kind: 'call'; name: string; args: Args }
  | { kind: 'method'; target: Expr; name: string; args: Args }
  | { kind: 'filter'; target: Expr; name: string; args: Args }
  | { kind: 'test'; target: Expr; name: string; args: Args }
  | { kind: 'not' | 'negative' | 'positive'; target: Expr }
  | { kind: 'and' | 'or'; left: Expr; right: Expr }
  | { kind: 'binary'; operator: string; left: Expr; right: Expr }
  | { kind: 'compare'; first: Expr; rest: { operator: string; right: Expr }[] }
  | { kind: 'if'; condition: Expr; body: Expr; otherwise: Expr | undefined };

export interface Args {
  positional: Expr[];
  named: [string, Expr][];
}

/** A variable that is set, or the attribute of a namespace. */
export interface Target {
  name: string;
  attribute?: string;
}

export type Statement =
  | { kind: 'text'; text: string }
  | { kind: 'output'; value: Expr }
  | { kind: 'if'; condition: Expr; body: Statement[]; otherwise: Statement[] }
  | { kind: 'set'; targets: Target[]; value: Expr }
  | { kind: 'capture'; target: Target; body: Statement[]; value: Expr }
  | {
      kind: 'for';
      names: string[];
      items: Expr;
      condition: Expr | undefined;
      body: Statement[];
      otherwise: Statement[];
    };
