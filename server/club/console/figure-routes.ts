import { showClubFigures } from "#contract/console/club/figures.ts";
import { requireScopes } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { clubMessages } from "../messages.ts";
import type { ClubConsole } from "./complaint-routes.ts";
import { countDecisions, countWaiting, type ModeratorCounts } from "./figures-store.ts";

const { console: messages } = clubMessages;
const DAY = 86_400_000;
const noDecisions = {
  decided: 0,
  rejected: 0,
  hidden: 0,
  removed: 0,
  barred: 0,
  median_minutes: null,
  late: 0,
  reversed: 0,
};
const presentCounts = ({ median_minutes, ...counts }: Omit<ModeratorCounts, "operator_id" | "is_total">) => ({
  decided: counts.decided,
  rejected: counts.rejected,
  hidden: counts.hidden,
  removed: counts.removed,
  barred: counts.barred,
  medianMinutes: median_minutes,
  late: counts.late,
  reversed: counts.reversed,
});

/** The call about what waits, and what moderators have decided. */
export function figureConsoleCalls(
  calls: OperatorRouter,
  { context: { db, clock }, ports }: ClubConsole,
): void {
  calls.on(showClubFigures, async ({ days }, caller) => {
    requireScopes(caller, "club.read", "counts");
    const now = clock.now();
    const [waiting, rows] = await readForOperator(db, async (reading) => [
      await countWaiting(reading, new Date(now)),
      await countDecisions(reading, new Date(now - days * DAY)),
    ]);
    const operators = await ports.operatorNames(rows.flatMap(({ operator_id }) => operator_id ?? []));
    const { oldest, ...counts } = waiting;
    return {
      ...counts,
      oldestMinutes: oldest === null ? null : Math.floor((now - oldest.getTime()) / 60_000),
      total: presentCounts(rows.find(({ is_total }) => is_total) ?? noDecisions),
      moderators: rows
        .filter(({ is_total }) => !is_total)
        .map(({ operator_id, ...row }) => ({
          operatorId: operator_id,
          name: operator_id === null ? messages.link : (operators.get(operator_id) ?? messages.colleague),
          ...presentCounts(row),
        })),
    };
  });
}
