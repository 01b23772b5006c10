import ts from 'typescript';

export interface Finding {
  kind: 'opening' | 'word' | 'cast';
  line: number;
  text: string;
}

/** Words that say nothing to a newcomer, as parts of identifiers and file names. The field has a word for each. */
const bannedWords = new Set([
  'place',
  'places',
  'sweeps',
  'turns',
  'recall',
  'gather',
  'gathers',
  'gathered',
  'gathering',
  'told',
  'untold',
  'telling',
  'heard',
  'asked',
  'held',
  'kept',
]);

/** Banned words that are members in the API of a vendor, by a part of the path of their connector. */
const vendorWords: Record<string, string> = {
  '/philips-hue/': 'recall',
  '/netatmo/': 'place',
};

/** Names with a better word, split into words. `keepAlive` and `keepMounted` belong to libraries. */
const bannedNames =
  /^(hand-over|set-aside|let-go|put-off|nothing-if-crowded)$|^keep-(?!alive|mounted)/;

/** Finds openings of doc comments, names and casts that the style of this project rules out. */
export function findingsIn(file: string, source: string): Finding[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
  const lineAt = (position: number) => tree.getLineAndCharacterOfPosition(position).line + 1;
  const findings: Finding[] = [];

  for (const { index, 1: opening } of source.matchAll(
    /\/\*\*[\s*]*((What|Whatever|Whoever|Has)\b.{0,60})/g,
  )) {
    findings.push({ kind: 'opening', line: lineAt(index), text: opening! });
  }
  const allowed = Object.entries(vendorWords).flatMap(([folder, word]) =>
    file.includes(folder) ? word : [],
  );
  const names = new Set<string>(allowed);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isBanned(node.text) && !names.has(node.text)) {
      names.add(node.text);
      findings.push({ kind: 'word', line: lineAt(node.getStart(tree)), text: node.text });
    }
    if (isForcedCast(node)) {
      findings.push({ kind: 'cast', line: lineAt(node.getStart(tree)), text: node.getText(tree) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const fileName = file.split('/').at(-1)!.replace(/\..*/, '');
  if (isBanned(fileName)) findings.push({ kind: 'word', line: 1, text: fileName });
  return findings;
}

/** Whether a name contains a banned word. Names with `_` belong to the HTTP interface or to other programs. */
function isBanned(name: string): boolean {
  if (name.includes('_')) return false;
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();
  return bannedNames.test(words) || words.split('-').some((word) => bannedWords.has(word));
}

/** Whether a node is `… as never` or `… as unknown as …`. */
function isForcedCast(node: ts.Node): boolean {
  if (!ts.isAsExpression(node)) return false;
  const isUnknown = ({ kind }: ts.TypeNode) => kind === ts.SyntaxKind.UnknownKeyword;
  return (
    node.type.kind === ts.SyntaxKind.NeverKeyword ||
    (ts.isAsExpression(node.expression) && isUnknown(node.expression.type))
  );
}
