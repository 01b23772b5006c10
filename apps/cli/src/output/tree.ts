import truncate from 'cli-truncate';

export interface Branch {
  /** One line without control characters. */
  label: string;
  children: Branch[];
}

export function renderTree(roots: readonly Branch[], width: number): string[] {
  const lines: string[] = [];
  const add = (text: string) => lines.push(width === Infinity ? text : truncate(text, width));
  const draw = ({ label, children }: Branch, first: string, next: string): void => {
    add(first + label);
    children.forEach((child, index) => {
      const isLast = index === children.length - 1;
      draw(child, next + (isLast ? '└── ' : '├── '), next + (isLast ? '    ' : '│   '));
    });
  };
  for (const root of roots) draw(root, '', '');
  return lines;
}
