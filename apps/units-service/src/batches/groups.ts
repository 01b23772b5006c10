/**
 * Answers a batch in groups, one after the other, each with the statement that suits it. The outcomes are in the order
 * of the calls.
 */
export async function answerInGroups<Call, Group, Outcome>(
  calls: readonly Call[],
  groupOf: (call: Call) => Group,
  answer: (group: Group, calls: Call[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const groups = new Map<Group, number[]>();
  calls.forEach((call, index) => {
    const group = groupOf(call);
    const members = groups.get(group);
    if (members) members.push(index);
    else groups.set(group, [index]);
  });
  const outcomes = new Array<Outcome>(calls.length);
  for (const [group, members] of groups) {
    const callsOfGroup = members.map((index) => calls[index]!);
    const answers = await answer(group, callsOfGroup);
    members.forEach((index, position) => (outcomes[index] = answers[position]!));
  }
  return outcomes;
}
