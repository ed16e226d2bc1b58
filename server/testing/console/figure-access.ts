import { listFigureChoices, listTodos, showLiveFigures } from "#contract/console/figure-live.ts";
import {
  groupFigures,
  listFigureRows,
  showConsoleFunnel,
  showFigures,
  showFigureTrend,
} from "#contract/console/figures.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { accessRow, type AccessRow } from "./access-row.ts";

const DAY = 86_400_000;
/** The days about today, whatever the clock of the test's server. */
const aboutToday = () => ({
  from: toShanghaiDate(new Date(Date.now() - 3 * DAY)),
  to: toShanghaiDate(new Date(Date.now() + 3 * DAY)),
});
const filter = {};
const scopeShownIn = "server/figure/console/figures.routes.test.ts";

/** Access of the calls about figures. */
export const figureAccess: readonly AccessRow[] = [
  accessRow({
    call: showFigures,
    scope: "none",
    scopeShownIn,
    args: () => ({ range: aboutToday(), filter }),
  }),
  accessRow({
    call: listFigureRows,
    scope: "list",
    reads: "person",
    args: () => ({ filter: { figure: "signUps" as const, range: aboutToday() } }),
    shows: ({ rows }, things, place) => rows.some(({ rowId }) => rowId === things[place].signUpId),
  }),
  accessRow({
    call: showFigureTrend,
    scope: "none",
    scopeShownIn,
    args: () => ({ range: aboutToday(), filter, figures: ["signUps" as const] }),
  }),
  accessRow({
    call: groupFigures,
    scope: "list",
    reads: "person",
    args: () => ({ range: aboutToday(), filter, figures: ["leads" as const], by: "activity" as const }),
    shows: ({ rows }, things, place) => rows.some(({ group }) => group === things[place].activityId),
  }),
  accessRow({
    call: showConsoleFunnel,
    scope: "none",
    scopeShownIn,
    args: () => ({ range: aboutToday(), filter, by: "activity" as const }),
  }),
  accessRow({ call: listTodos, scope: "none", scopeShownIn, args: () => ({}) }),
  accessRow({ call: showLiveFigures, scope: "none", scopeShownIn, args: () => ({}) }),
  accessRow({ call: listFigureChoices, scope: "none", scopeShownIn, args: () => ({}) }),
];
