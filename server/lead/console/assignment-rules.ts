/** A lead with the operators who may call it. */
export type AssignableLead = { readonly leadId: string; readonly candidates: readonly string[] };

/**
 * Assigns leads evenly: each goes to the candidate who has got the fewest so far; of several, to the one with the fewest open
 * leads. If every operator may call every lead, the numbers differ by one at most (requirement CO62).
 * @param open open leads of each operator before
 * @returns operator of each lead; null: nobody may call it
 */
export function assignEvenly(
  leads: readonly AssignableLead[],
  open: ReadonlyMap<string, number>,
): ReadonlyMap<string, string | null> {
  const added = new Map<string, number>();
  const load = (operatorId: string): readonly [number, number] => [
    added.get(operatorId) ?? 0,
    open.get(operatorId) ?? 0,
  ];
  const isLess = (one: string, other: string): boolean => {
    const [[oneAdded, oneOpen], [otherAdded, otherOpen]] = [load(one), load(other)];
    if (oneAdded !== otherAdded) return oneAdded < otherAdded;
    return oneOpen === otherOpen ? one < other : oneOpen < otherOpen;
  };
  return new Map(
    leads.map(({ leadId, candidates }) => {
      const [first, ...rest] = candidates;
      if (first === undefined) return [leadId, null] as const;
      const chosen = rest.reduce((best, one) => (isLess(one, best) ? one : best), first);
      added.set(chosen, (added.get(chosen) ?? 0) + 1);
      return [leadId, chosen] as const;
    }),
  );
}
