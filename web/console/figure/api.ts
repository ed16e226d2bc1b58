import {
  LIVE_FIGURES_PATH,
  listFigureChoices,
  listTodos,
  liveFigures,
  showLiveFigures,
  type LiveFigures,
} from "#contract/console/figure-live.ts";
import {
  groupFigures,
  listFigureRows,
  showConsoleFunnel,
  showFigures,
  showFigureTrend,
} from "#contract/console/figures.ts";
import type { OperatorArgs } from "#contract/console/operator-call.ts";
import { listenToNumbers } from "../../platform/console/live-numbers.ts";
import { send } from "../shell/index.ts";

/** Pages read their numbers again by themselves, which does not keep an unused session alive. */
const asBackground = { isBackground: true } as const;

export const loadFigures = (args: OperatorArgs<typeof showFigures>) => send(showFigures, args, asBackground);
export const loadTrend = (args: OperatorArgs<typeof showFigureTrend>) =>
  send(showFigureTrend, args, asBackground);
export const loadFigureGroups = (args: OperatorArgs<typeof groupFigures>) =>
  send(groupFigures, args, asBackground);
export const loadFunnel = (args: OperatorArgs<typeof showConsoleFunnel>) =>
  send(showConsoleFunnel, args, asBackground);
export const loadTodos = () => send(listTodos, {}, asBackground);
const loadLive = () => send(showLiveFigures, {}, asBackground);
export const loadRows = (args: OperatorArgs<typeof listFigureRows>) => send(listFigureRows, args);
export const loadFigureChoices = (args: OperatorArgs<typeof listFigureChoices>) =>
  send(listFigureChoices, args, asBackground);

/** Today's numbers as they change, by the stream or by polling. @returns stops */
export const listenToFigures = (onNumbers: (numbers: LiveFigures) => void): (() => void) =>
  listenToNumbers({
    path: LIVE_FIGURES_PATH,
    event: "figures",
    read: (text) => liveFigures.safeParse(JSON.parse(text)).data ?? null,
    poll: loadLive,
    onNumbers,
  });

/** Keys of the cache begin with the name of the call. */
export const figureKeys = {
  figures: showFigures.name,
  trend: showFigureTrend.name,
  groups: groupFigures.name,
  funnel: showConsoleFunnel.name,
  rows: listFigureRows.name,
  todos: listTodos.name,
  choices: listFigureChoices.name,
} as const;
