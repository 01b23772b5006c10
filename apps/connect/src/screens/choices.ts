interface Choice {
  name: string;
  description: string;
  category?: string | undefined;
}

/** Returns whether the texts of a technology contain each word of a search, ignoring case. */
export function matches({ name, description, category = '' }: Choice, search: string): boolean {
  const text = `${name} ${description} ${category}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Groups technologies by category, in the order of the categories; those without one come last. */
export function groupsOf<Technology extends Choice>(
  technologies: readonly Technology[],
  other: string,
): { category: string; technologies: Technology[] }[] {
  const names = technologies.flatMap(({ category }) => category ?? []);
  const sorted = [...new Set(names)].sort((one, another) => one.localeCompare(another));
  return [...sorted, undefined].flatMap((category) => {
    const members = technologies.filter((one) => one.category === category);
    return members.length === 0 ? [] : [{ category: category ?? other, technologies: members }];
  });
}
