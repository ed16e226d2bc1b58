import { afterSaleStates, type AfterSaleState } from "../../../contract/order/order-state.ts";
import type { Database } from "../../../server/database/connection/database.ts";
import { decideCase, receiveCase, type CaseOutcome } from "../../../server/order/after-sale/decide.ts";
import {
  findInspectedLines,
  listCases,
  type ListedCase,
} from "../../../server/order/after-sale/read-store.ts";
import {
  fail,
  isCaseNo,
  isOperatorId,
  linesOf,
  minute,
  now,
  operatorOf,
  refundsOf,
  yuan,
  type CommandArguments,
  type MallCommand,
} from "./mall-command.ts";

/** States that wait for an operator or for the goods. */
const waiting: readonly AfterSaleState[] = ["asked", "agreed", "sent"];

const describe = (found: ListedCase): string =>
  [
    [
      found.case_no,
      found.state,
      found.kind,
      found.reason,
      yuan(found.refund_fen),
      minute(found.created_time),
      `order ${found.order_no}`,
      found.tracking_no === null ? "" : `${found.carrier} ${found.tracking_no}`,
    ]
      .filter((part) => part !== "")
      .join("  "),
    ...found.units.map(({ skuId, qty, title }) => `  SKU ${skuId}  ${title} × ${qty}`),
  ].join("\n");

const afterSales: MallCommand = ({ words: [which, ...rest] }) => {
  if (rest.length > 0) return null;
  if (isCaseNo(which)) return async (db) => linesOf((await listCases(db, { caseNo: which })).map(describe));
  const states = which === undefined ? waiting : afterSaleStates.filter((state) => state === which);
  return states.length === 0 ? null : async (db) => linesOf((await listCases(db, { states })).map(describe));
};

function answer(result: CaseOutcome, caseNo: string): string {
  if (result.outcome === "noCase") return fail(`there is no case ${caseNo}`);
  if (result.outcome === "units") return fail("these are not the units of the case");
  return result.outcome === "state" ? fail(`the case is ${result.state}`) : result.state;
}
/** Number of the case and operator of a command. */
function partsOf({ words: [caseNo, ...rest], options: { by } }: CommandArguments) {
  return isCaseNo(caseNo) && rest.length === 0 && isOperatorId(by)
    ? { caseNo, operator: () => ({ by: operatorOf(by), name: by, now: now() }) }
    : null;
}

const agree: MallCommand = (given) => {
  const parts = partsOf(given);
  return (
    parts &&
    (async (db, config) => {
      const { caseNo, operator } = parts;
      return answer(await decideCase(db, caseNo, { isAgreed: true }, operator(), refundsOf(config)), caseNo);
    })
  );
};
const decline: MallCommand = (given) => {
  const [parts, { reason }] = [partsOf(given), given.options];
  if (!parts || !reason || reason.length > 200) return null;
  return async (db, config) => {
    const { caseNo, operator } = parts;
    const decision = { isAgreed: false, reason } as const;
    return answer(await decideCase(db, caseNo, decision, operator(), refundsOf(config)), caseNo);
  };
};

type Inspected = { readonly skuId: string; readonly received: number; readonly good: number };
/** Inspection by SKU: `SKU_ID=RECEIVED/GOOD`, separated by spaces. @returns null if the text is no such list */
function parseInspection(text: string): Inspected[] | null {
  const parts = text.split(/\s+/).filter((part) => part !== "");
  const inspected = parts.flatMap((part) => {
    const [, skuId, received, good] = /^(\d{1,19})=(\d{1,2})\/(\d{1,2})$/.exec(part) ?? [];
    return skuId === undefined ? [] : [{ skuId, received: Number(received), good: Number(good) }];
  });
  return inspected.length === parts.length && parts.length > 0 ? inspected : null;
}
/** Finds the lines of a case by SKU. */
async function linesOfCase(db: Database, caseNo: string, inspected: readonly Inspected[]) {
  const lines = await findInspectedLines(db, caseNo);
  return inspected.flatMap(({ skuId, received, good }) => {
    const line = lines.find(({ sku_id }) => sku_id === skuId);
    return line ? [{ lineId: line.line_id, received, good }] : fail(`the case has no SKU ${skuId}`);
  });
}
const receive: MallCommand = (given) => {
  const [parts, inspected] = [partsOf(given), parseInspection(given.options.units ?? "")];
  if (!parts || !inspected) return null;
  return async (db, config) => {
    const { caseNo, operator } = parts;
    const units = await linesOfCase(db, caseNo, inspected);
    return answer(await receiveCase(db, caseNo, units, operator(), refundsOf(config)), caseNo);
  };
};

/** Commands of after-sales. */
export const caseCommands = { "after-sales": afterSales, agree, decline, receive } as const;
