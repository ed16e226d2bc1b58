import { randomInt } from "node:crypto";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { lockOrder, type LockedOrder } from "../order-store.ts";
import type { OrderPorts } from "../ports.ts";
import { orderMessages } from "../messages.ts";
import { mallTimes } from "../mall-times.ts";
import { addCase, findCaseByKey, listAskedUnits, lockCase } from "./case-store.ts";
import { afterSaleMessages } from "./messages.ts";
import { judgeCase, type CaseProblem, type JudgedCase, type WantedCase } from "./rules.ts";
import { refundCase } from "./settle.ts";

/** A person's request for a case. */
export type CaseRequest = WantedCase & {
  readonly orderId: string;
  readonly text: string;
  readonly pictureKeys: readonly string[];
};
/** Key and hash of a request, so that a repeated one gives the same case. */
export type RequestKey = { readonly userId: string; readonly key: string; readonly hash: string };

/** Numbers of a case to try; of a day's hundred million few are taken. */
const NUMBERS = 5;
/** Makes a case's number: R, the Shanghai date as yyMMdd, eight random digits. @param now ms */
const newCaseNo = (now: number): string =>
  `R${toShanghaiDate(now).slice(2).replaceAll("-", "")}${String(randomInt(100_000_000)).padStart(8, "0")}`;

function refusalOf(problem: CaseProblem): Refusal {
  if (problem === "noLine") return new Refusal("notFound", { message: afterSaleMessages.unknownLine });
  if (problem === "twice") return new Refusal("invalid", { fields: { units: afterSaleMessages.lineTwice } });
  if (problem === "split") return new Refusal("orderState", { message: afterSaleMessages.split });
  return new Refusal(problem);
}
/** @throws Refusal if the case cannot be opened */
export function mustBeAllowed(judged: JudgedCase | CaseProblem): JudgedCase {
  if (typeof judged === "string") throw refusalOf(judged);
  return judged;
}

/** Locks a person's order. @throws Refusal "notFound" for another person's order too */
async function lockOwnOrder(db: Database, userId: string, orderId: string): Promise<LockedOrder> {
  const order = await lockOrder(db, orderId);
  if (order?.user_id !== userId) throw new Refusal("notFound", { message: orderMessages.unknownOrder });
  return order;
}

type RequestParts = Pick<AppContext, "db" | "clock"> & Pick<OrderPorts, "payments" | "pictures">;

/** Agrees to a case of which nothing was sent. */
async function agreeAtOnce(
  db: Database,
  { afterSaleId, orderId }: { readonly afterSaleId: string; readonly orderId: string },
  payments: OrderPorts["payments"],
  now: Date,
): Promise<void> {
  // Read again, with the units that the case holds now.
  const order = await lockOrder(db, orderId);
  const found = await lockCase(db, afterSaleId);
  if (!order || !found) throw new Error("a case that was added just now is gone");
  const refunded = found.units.map(({ line_id, qty, is_shipped }) => ({
    lineId: line_id,
    qty,
    isShipped: is_shipped,
  }));
  const step = { by: "system", now } as const;
  await refundCase(db, order, found, { refunded, event: "agree", step, payments });
}

/** Opens a case. @returns its id; null: the key is taken @throws Refusal */
async function openCase(
  db: Database,
  { orderId, text, pictureKeys, ...wanted }: CaseRequest,
  { userId, key, hash }: RequestKey,
  { payments, clock }: Pick<RequestParts, "payments" | "clock">,
): Promise<string | null> {
  const now = clock.now();
  const order = await lockOwnOrder(db, userId, orderId);
  const asked = await listAskedUnits(db, orderId);
  const judged = mustBeAllowed(judgeCase(order, asked, wanted, now));
  const added = await addCase(db, {
    order_id: orderId,
    user_id: userId,
    kind: wanted.kind,
    reason: wanted.reason,
    is_our_fault: judged.isOurFault,
    picture_ids: pictureKeys,
    refund_fen: judged.refundFen,
    freight_fen: judged.freightFen,
    due_time: judged.isImmediate ? null : new Date(now + mallTimes.firstCaseReminder),
    idempotency_key: key,
    body_hash: hash,
    text,
    units: judged.units,
    now: new Date(now),
    numbers: Array.from({ length: NUMBERS }, () => newCaseNo(now)),
  });
  if (added.kind === "keyTaken") return null;
  if (added.kind === "tooMany") throw new Refusal("tooMany", { message: afterSaleMessages.tooManyCases });
  const { afterSaleId } = added;
  if (judged.isImmediate) await agreeAtOnce(db, { afterSaleId, orderId }, payments, new Date(now));
  return afterSaleId;
}

/** Opens cases: what was not sent is refunded at once, everything else is decided by an operator. */
export function caseRequests(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  { payments, pictures }: Pick<OrderPorts, "payments" | "pictures">,
) {
  /** @returns the id of a case that this key has opened; null: none @throws Refusal "conflict" for another request */
  async function findStored({ userId, key, hash }: RequestKey): Promise<string | null> {
    const stored = await findCaseByKey(db, userId, key);
    if (stored && stored.body_hash !== hash) throw new Refusal("conflict");
    return stored?.after_sale_id ?? null;
  }
  async function claimPictures(pictureKeys: readonly string[], userId: string): Promise<void> {
    for (const [at, pictureId] of pictureKeys.entries()) {
      if (await pictures.claim(pictureId, userId)) continue;
      await releasePictures(pictureKeys.slice(0, at));
      throw new Refusal("invalid", { fields: { pictureKeys: afterSaleMessages.picture } });
    }
  }
  const releasePictures = async (pictureKeys: readonly string[]): Promise<void> => {
    for (const pictureId of pictureKeys) await pictures.release(pictureId);
  };
  /** Opens a case, or finds the one that the same request has opened. @returns its id */
  return async (request: CaseRequest, key: RequestKey): Promise<string> => {
    const stored = await findStored(key);
    if (stored !== null) return stored;
    await claimPictures(request.pictureKeys, key.userId);
    try {
      const opened = await db
        .transaction()
        .execute((transaction) => openCase(transaction, request, key, { payments, clock }));
      if (opened !== null) return opened;
    } catch (error) {
      await releasePictures(request.pictureKeys);
      throw error;
    }
    const found = await findStored(key);
    if (found === null) throw new Refusal("conflict");
    return found;
  };
}
