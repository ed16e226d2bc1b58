import { startOfShanghaiDay } from "#contract/core/shanghai-date.ts";
import type { AfterSaleKind, AfterSaleReason } from "#contract/order/after-sale.ts";
import { newId } from "../../core/ids.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { findCase, lockCase, moveCase } from "../after-sale/case-store.ts";
import { decideCase, receiveCase } from "../after-sale/decide.ts";
import { endCase } from "../after-sale/settle.ts";
import { step } from "./test-order-commands.ts";
import { follow, resume } from "./test-sync.ts";
import {
  addRefund,
  askedOf,
  DAY,
  keptOf,
  mustBe,
  orderAt,
  pick,
  paymentOf,
  refundExtras,
  refundUnits,
  unsentOf,
  type Model,
  type ModelCase,
  type ModelLine,
  type ModelOrder,
  type Run,
  type World,
} from "./test-world.ts";

const openStates: readonly ModelOrder["state"][] = ["paid", "shipping", "ready", "done"];
/** Cases that an order may have. */
const MOST_CASES = 20;
type WantedUnit = { readonly line: ModelLine; readonly qty: number };
type Wanted = {
  readonly kind: AfterSaleKind;
  readonly isOurFault: boolean;
  readonly units: readonly WantedUnit[];
};
type Units = ModelCase["units"];

const isInTime = ({ state, doneAt }: ModelOrder, isOurFault: boolean, now: number): boolean =>
  state !== "done" || now < startOfShanghaiDay(doneAt ?? 0) + ((isOurFault ? 15 : 7) + 1) * DAY;

/** Judges one line of a case: unsent units come first, and those that were sent only within their time. */
function judgeUnit(order: ModelOrder, wanted: Wanted, { line, qty }: WantedUnit, now: number): Units {
  if (qty > line.qty - line.refunded - askedOf(order, line)) return [];
  const isSent = wanted.kind === "return" || qty > unsentOf(line) - askedOf(order, line, false);
  if (isSent && qty > keptOf(line) - askedOf(order, line, true)) return [];
  return isSent && !isInTime(order, wanted.isOurFault, now) ? [] : [{ line, qty, isSent }];
}
/** @returns the units of the case; null: it cannot be opened */
function judge(order: ModelOrder, wanted: Wanted, now: number): Units | null {
  const isOpen = openStates.includes(order.state);
  if (!isOpen || order.cases.length >= MOST_CASES) return null;
  const units = wanted.units.flatMap((unit) => judgeUnit(order, wanted, unit, now));
  return units.length === wanted.units.length ? units : null;
}

/** Refunds units of a case that has just ended, and what comes back beside their price. */
function refundInModel(
  world: World,
  model: Model,
  order: ModelOrder,
  found: ModelCase,
  { units, isByOperator }: { readonly units: Units; readonly isByOperator: boolean },
): void {
  const now = world.now().getTime();
  // The case does not hold its units any more.
  found.state = "refunding";
  const goods = units.reduce(
    (sum, { line, qty, isSent }) => sum + refundUnits(model, order, line, qty, isSent),
    0,
  );
  const amountFen = goods + refundExtras(model, order, found.isOurFault && units.length > 0);
  resume(order, found.since, now);
  if (amountFen === 0) found.state = "done";
  else {
    const refund = { order, payment: paymentOf(order), amountFen } as const;
    addRefund(world, model, { ...refund, cause: "afterSale", causeId: found.caseId }, isByOperator);
  }
}

function caseAt(
  model: Model,
  at: number,
  ...states: readonly ModelCase["state"][]
): { order: ModelOrder; found: ModelCase } | null {
  const cases = model.orders.flatMap((order) => order.cases.map((found) => ({ order, found })));
  return pick(cases, at, ({ found }) => states.includes(found.state)) ?? null;
}
const operator = (world: World) => ({ by: commandLineActor, name: "ops-1", now: world.now() });

/** Opens a case over the real rules. @returns its id; null: refused */
async function open(world: World, order: ModelOrder, wanted: Wanted): Promise<string | null> {
  const reason: AfterSaleReason = wanted.isOurFault ? "damaged" : "unwanted";
  const units = wanted.units.map(({ line, qty }) => ({ lineId: line.lineId, qty }));
  const request = { orderId: order.orderId, kind: wanted.kind, units, reason, text: "", pictureKeys: [] };
  try {
    const key = { userId: world.users[order.user] ?? "", key: newId(), hash: "" };
    return await world.shop.requestCase(request, key);
  } catch (error) {
    if ((error as { refusal?: string }).refusal === undefined) throw error;
    return null;
  }
}
async function numberOf({ db }: World, afterSaleId: string): Promise<string> {
  const found = await findCase(db, { afterSaleId });
  const locked = found && (await lockCase(db, afterSaleId));
  if (!locked) throw new Error(`no case ${afterSaleId}`);
  return locked.case_no;
}

export const caseCommands = {
  /** Asks for a refund or a return of one line, or of all lines of an order. */
  async ask(world, model, [at, how, count]) {
    const isReturn = how % 2 === 1;
    const order = orderAt(model, at, ({ state }) =>
      isReturn ? state === "shipping" || state === "done" : openStates.includes(state),
    );
    if (!order) return;
    const chosen = how % 3 === 0 ? order.lines : order.lines.slice(how % order.lines.length).slice(0, 1);
    const wanted: Wanted = {
      kind: isReturn ? "return" : "refund",
      isOurFault: count % 4 === 0,
      units: chosen.map((line) => ({ line, qty: 1 + (count % 3) })),
    };
    const now = world.now().getTime();
    const units = judge(order, wanted, now);
    const caseId = await open(world, order, wanted);
    mustBe(`case of a ${wanted.kind}`, caseId !== null, units !== null);
    if (caseId === null || units === null) return;
    const caseNo = await numberOf(world, caseId);
    const { kind, isOurFault } = wanted;
    const found: ModelCase = {
      caseId,
      caseNo,
      kind,
      isOurFault,
      units,
      since: now,
      sendBefore: null,
      state: "asked",
    };
    order.cases.push(found);
    if (units.every(({ isSent }) => !isSent))
      refundInModel(world, model, order, found, { units, isByOperator: false });
    await follow(world, model);
  },
  /** Two operators decide about a case at once: one does. */
  async decide(world, model, [at, isAgreed, twice]) {
    const one = caseAt(model, at, "asked");
    if (!one) return;
    const { order, found } = one;
    const decision =
      isAgreed % 3 === 0
        ? ({ isAgreed: false, reason: "与描述相符" } as const)
        : ({ isAgreed: true } as const);
    const decide = () => decideCase(world.db, found.caseNo, decision, operator(world), world.shop.payments);
    const results = await Promise.all(twice % 3 === 0 ? [decide(), decide()] : [decide()]);
    // Of two declines of a case one is refused; of two agreements too.
    const isOpen = found.state === "asked" || (found.state === "sent" && !decision.isAgreed);
    mustBe("decisions", results.filter(({ outcome }) => outcome === "done").length, isOpen ? 1 : 0);
    if (!isOpen) return;
    const now = world.now().getTime();
    if (!decision.isAgreed) {
      found.state = "declined";
      resume(order, found.since, now);
    } else if (found.kind === "return") {
      found.state = "agreed";
      found.sendBefore = now + 7 * DAY;
    } else refundInModel(world, model, order, found, { units: found.units, isByOperator: true });
    await follow(world, model);
  },
  async withdraw(world, model, [at]) {
    const one = caseAt(model, at, "asked", "agreed");
    if (!one) return;
    const { order, found } = one;
    const now = world.now();
    const accepted = await step(world, order.orderId, async (db, locked) => {
      const real = await lockCase(db, found.caseId);
      if (real) await endCase(db, locked, real, { event: "withdraw", step: { by: "person", now } });
    });
    mustBe("withdraw", accepted, found.state === "asked" || found.state === "agreed");
    if (!accepted) return;
    found.state = "withdrawn";
    resume(order, found.since, now.getTime());
  },
  async sendBack(world, model, [at]) {
    const one = caseAt(model, at, "agreed");
    if (!one) return;
    const { order, found } = one;
    const accepted = await step(world, order.orderId, async (db) => {
      const real = await lockCase(db, found.caseId);
      const parcel = { carrier: "shunfeng", tracking_no: "SF700000001" };
      if (real) await moveCase(db, real, "send", { by: "person", now: world.now() }, parcel);
    });
    mustBe("send back", accepted, found.state === "agreed");
    if (accepted) found.state = "sent";
  },
  /** Receives a return: some of its units came, some of these are good; the rest is free again (MA71). */
  async inspect(world, model, [at, received, good]) {
    const one = caseAt(model, at, "agreed", "sent");
    if (!one) return;
    const { order, found } = one;
    const units = found.units.map(({ line, qty }, place) => {
      const came = (received + place) % (qty + 1);
      return { lineId: line.lineId, received: came, good: good % (came + 1) };
    });
    const result = await receiveCase(world.db, found.caseNo, units, operator(world), world.shop.payments);
    const isExpected = found.state === "agreed" || found.state === "sent";
    const isAny = units.some((unit) => unit.received > 0);
    mustBe("inspection", result.outcome, !isExpected ? "state" : isAny ? "done" : "units");
    if (result.outcome !== "done") return;
    const refunded = found.units.flatMap(({ line, isSent }, place) => {
      const qty = units[place]?.received ?? 0;
      model.free[line.sku] = (model.free[line.sku] ?? 0) + (units[place]?.good ?? 0);
      return qty > 0 ? [{ line, qty, isSent }] : [];
    });
    refundInModel(world, model, order, found, { units: refunded, isByOperator: true });
    await follow(world, model);
  },
} as const satisfies Record<string, Run>;
