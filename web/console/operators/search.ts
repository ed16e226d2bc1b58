import type { SearchHit } from "../shell/index.ts";
import { loadOperators } from "./api.ts";
import { roleWords } from "./operator-words.ts";

/** Hits shown at most. */
const MAX_HITS = 5;

/** Operators by a part of their name or account. */
export async function searchOperators(text: string): Promise<SearchHit[]> {
  const { operators } = await loadOperators();
  const wanted = text.toLowerCase();
  return operators
    .filter(({ name, login }) => `${name} ${login ?? ""}`.toLowerCase().includes(wanted))
    .slice(0, MAX_HITS)
    .map((operator) => ({
      key: operator.operatorId,
      label: operator.name,
      to: `/system/operators?open=${operator.operatorId}`,
      hint: roleWords(operator),
    }));
}
