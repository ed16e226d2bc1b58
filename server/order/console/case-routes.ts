import {
  decideMallCase,
  listMallCases,
  receiveMallCase,
  showMallCase,
  type MallCaseRow,
} from "#contract/console/mall/after-sales.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { trimmed } from "#contract/core/text.ts";
import type { AppContext } from "../../core/app-context.ts";
import { countLimit, listQuery } from "../../http/console/list-query.ts";
import {
  operatorAuditActor,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { nextCaseState } from "../after-sale/case-machine.ts";
import { decideCase, receiveCase, type CaseOperator, type CaseOutcome } from "../after-sale/decide.ts";
import { carrierName } from "../carriers.ts";
import {
  caseListColumns,
  countConsoleCases,
  findConsoleCase,
  listConsoleCases,
  type ConsoleCaseDetail,
  type ConsoleCaseRow,
} from "./case-store.ts";
import { consoleOrderMessages } from "./messages.ts";
import type { OrderConsoleDependencies } from "./ports.ts";

const { afterSale: messages } = consoleOrderMessages;
const unknownCase = (): Refusal => new Refusal("notFound", { message: messages.unknown });

const presentCase = (row: ConsoleCaseRow): MallCaseRow => ({
  caseNo: row.case_no,
  orderId: row.order_id,
  orderNo: row.order_no,
  kind: row.kind,
  state: row.state,
  reason: row.reason,
  title: row.title ?? "",
  units: row.units,
  refundFen: row.refund_fen,
  createdTime: toShanghaiIso(row.created_time),
  dueTime: row.due_time && toShanghaiIso(row.due_time),
});
const presentDetail = (row: ConsoleCaseDetail, pictures: ReadonlyMap<string, string>) => ({
  found: presentCase(row),
  freightFen: row.freight_fen,
  isOurFault: row.is_our_fault,
  text: row.case_text ?? "",
  pictureUrls: row.picture_ids.flatMap((id) => pictures.get(id) ?? []),
  decidedReason: row.decided_reason ?? "",
  parcel:
    row.carrier !== null && row.tracking_no !== null
      ? { carrierName: carrierName(row.carrier), trackingNo: row.tracking_no }
      : null,
  units: row.lines,
  events: row.events.map(({ state, time }) => ({ state, time: toShanghaiIso(time) })),
  can: {
    agree: nextCaseState(row.state, row.kind === "return" ? "agreeReturn" : "agree") !== null,
    decline: nextCaseState(row.state, "decline") !== null,
    receive: nextCaseState(row.state, "receive") !== null,
  },
});

/** @throws Refusal for an outcome that is not "done" */
function mustBeDone(result: CaseOutcome) {
  switch (result.outcome) {
    case "done":
      return { state: result.state };
    case "noCase":
      throw unknownCase();
    case "state":
      throw new Refusal("stateChanged", { message: messages.state });
    case "units":
      throw new Refusal("invalid", { message: messages.units, fields: { units: messages.units } });
  }
}

/** Registers the console's calls about after-sales. */
export function caseCalls(
  { db, clock }: AppContext,
  calls: OperatorRouter,
  { payments, pictures }: OrderConsoleDependencies,
): void {
  calls.on(listMallCases, (args, caller) => {
    const which = { scopes: requireScopes(caller, "mall.read"), tab: args.filter.tab };
    const page = listQuery(args, caseListColumns, clock.now());
    return readForOperator(db, async (reading) => {
      const rows = await listConsoleCases(reading, which, page);
      const count = await countConsoleCases(reading, which, { limit: countLimit(), asOf: page.asOf });
      return page.toPage(rows, count, presentCase);
    });
  });
  calls.on(showMallCase, async ({ caseNo }, caller) => {
    const found = await findConsoleCase(db, requireScopes(caller, "mall.read"), caseNo);
    if (found === null) throw unknownCase();
    return presentDetail(found, await pictures.urlsOf(found.picture_ids));
  });
  const operatorFor = async (caller: OperatorCaller, caseNo: string): Promise<CaseOperator> => {
    if ((await findConsoleCase(db, requireScopes(caller, "mall.ship"), caseNo)) === null) throw unknownCase();
    const { operatorId: name } = requireOperator(caller);
    return { by: operatorAuditActor(caller), name, now: new Date(clock.now()) };
  };
  calls.on(decideMallCase, async (args, caller) => {
    const operator = await operatorFor(caller, args.caseNo);
    const decision = args.isAgreed
      ? ({ isAgreed: true } as const)
      : ({ isAgreed: false, reason: trimmed(args.reason) } as const);
    return mustBeDone(await decideCase(db, args.caseNo, decision, operator, payments));
  });
  calls.on(receiveMallCase, async ({ caseNo, units }, caller) =>
    mustBeDone(await receiveCase(db, caseNo, units, await operatorFor(caller, caseNo), payments)),
  );
}
