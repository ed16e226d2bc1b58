import {
  listShareHelpers,
  listShareResults,
  showShareSums,
  type ShareRow,
} from "#contract/console/content/shares.ts";
import { Refusal } from "#contract/core/errors.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { publicNickname } from "#contract/session/default-nickname.ts";
import type { AppContext } from "../../core/app-context.ts";
import { listQuery } from "../../http/console/list-query.ts";
import { requireScopes } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { listCredits } from "../credit-store.ts";
import { shareMessages } from "../messages.ts";
import { maskName } from "../reference.ts";
import {
  findShareRow,
  listShareRows,
  readShareSums,
  shareColumns,
  type ConsoleShareRow,
} from "./list-store.ts";

const presentShare = (row: ConsoleShareRow): ShareRow => ({
  shareId: row.row_id,
  activityId: row.activity_id,
  activityTitle: row.title,
  nickname: publicNickname(row.nickname),
  mobile: row.mobile === null ? null : maskMobile(row.mobile),
  createdTime: toShanghaiIso(row.created_time),
  opens: row.opens,
  helps: row.helps,
  signUps: row.sign_ups,
  leads: row.leads,
  helpers: row.helpers,
});

/** Registers the console's calls about shared links. */
export function registerShareConsoleCalls(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  calls: OperatorRouter,
): void {
  calls.on(listShareResults, async (args, caller) => {
    const scopes = requireScopes(caller, "share.read");
    const page = listQuery(args, shareColumns, clock.now());
    return readForOperator(db, async (reading) => {
      const { rows, counted } = await listShareRows(reading, scopes, args.filter, page);
      return page.toPage(rows, counted, presentShare);
    });
  });
  calls.on(showShareSums, async ({ filter }, caller) => {
    const scopes = requireScopes(caller, "share.read");
    const sums = await readForOperator(db, (reading) => readShareSums(reading, scopes, filter));
    const { sign_ups: signUps, ...rest } = sums;
    return { ...rest, signUps, asOf: toShanghaiIso(clock.now()) };
  });
  calls.on(listShareHelpers, async ({ shareId }, caller) => {
    const scopes = requireScopes(caller, "share.read");
    const [activityId = "", userId = ""] = shareId.split("/");
    return readForOperator(db, async (reading) => {
      const row = await findShareRow(reading, scopes, { activityId, userId });
      if (row === null) throw new Refusal("notFound", { message: shareMessages.noShare });
      const credits = await listCredits(reading, userId, activityId);
      return {
        share: presentShare(row),
        helpers: credits.map(({ kind, name, time }) => ({
          kind,
          name: maskName(name),
          time: toShanghaiIso(time),
        })),
      };
    });
  });
}
