import type { ParsedArgsOf } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { placeRushOrder, type PlacedOrder } from "#contract/order/checkout.ts";
import type { AppContext } from "../../core/app-context.ts";
import { bodyHash } from "../../core/secrets.ts";
import { requireUser, type Caller, type User } from "../../http/pipeline/caller.ts";
import type { CallHandler, EarlyCheck, RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { Nonce } from "../../http/security/nonce.ts";
import type { AddressEntry, MallSku, SoldOutSkus } from "../../mall/index.ts";
import { isDealer } from "../checkout/store.ts";
import { mallTimes } from "../mall-times.ts";
import { orderMessages } from "../messages.ts";
import type { PlacePorts } from "../ports.ts";
import { buildOrder } from "./build-order.ts";
import type { NewOrder, OrderTokens } from "./new-order.ts";
import { placedOrRefused, requireKey, writeOrder } from "./place.ts";
import { findByKey, listBuyers } from "./placed-store.ts";
import { storedAnswer } from "./rules.ts";
import type { AddressReader, RushSkuReader } from "./rush-readers.ts";
import { quoteRush, runningRush } from "./rush-rules.ts";
import type { OrderWriter } from "./writer.ts";

type RushArgs = ParsedArgsOf<typeof placeRushOrder>;
type RushRequest = {
  readonly args: RushArgs;
  readonly user: User;
  readonly caller: Caller;
  readonly nonce: Nonce | null;
  readonly key: string;
  readonly hash: string;
};
type RushDependencies = {
  readonly context: Pick<AppContext, "db" | "clock" | "log">;
  readonly writer: OrderWriter;
  readonly skus: RushSkuReader;
  readonly readAddress: AddressReader;
  readonly soldOut: SoldOutSkus;
  readonly ports: PlacePorts;
};

const soldOutRefusal = (): Refusal => new Refusal("stockShort", { message: orderMessages.short(0) });
const invalid = (field: string, text: string): Refusal =>
  new Refusal("invalid", { message: text, fields: { [field]: text } });

type RushPlace = { readonly address: AddressEntry | null; readonly dealerId: string | null };
/** Finds where a rush order goes. @throws Refusal "invalid", "notFound" */
async function placeOf(
  { context: { db }, readAddress }: RushDependencies,
  { args: { delivery, addressId, dealerId }, user }: RushRequest,
  { pickupDealers }: MallSku,
): Promise<RushPlace> {
  if (delivery === "express") {
    if (addressId === undefined) throw invalid("addressId", orderMessages.addressMissing);
    const address = await readAddress(user.userId, addressId);
    if (!address) throw new Refusal("notFound", { message: orderMessages.unknownAddress });
    return { address, dealerId: null };
  }
  if (dealerId === undefined) throw invalid("dealerId", orderMessages.dealerMissing);
  const isOffered =
    pickupDealers !== null && (pickupDealers.length === 0 || pickupDealers.includes(dealerId));
  if (!isOffered || !(await isDealer(db, dealerId))) throw invalid("dealerId", orderMessages.noPickup);
  return { address: null, dealerId };
}

/** Collects the captcha pass and the nonce, which the transaction that writes spends. */
function tokensOf(
  { ports }: RushDependencies,
  { user, caller, nonce, key }: RushRequest,
  now: number,
): OrderTokens {
  const pass = ports.captchaPassOf({
    verifyId: caller.captchaVerifyId,
    action: "order",
    userId: user.userId,
    idempotencyKey: key,
  });
  if (pass === null) throw new Refusal("captchaRequired");
  return { nonce, pass, presentedAt: now };
}

/** Builds the order of a request that the rules accept. @throws Refusal */
async function acceptRush(dependencies: RushDependencies, request: RushRequest): Promise<NewOrder> {
  const { args, user } = request;
  const now = dependencies.context.clock.now();
  const running = runningRush(await dependencies.skus.read(args.skuId), now);
  const { sku, rush } = running;
  const { address, dealerId } = await placeOf(dependencies, request, sku);
  const { priceFen, money, quote } = quoteRush(running, args.qty, address, { isOwner: user.owner, now });
  if (money.payableFen !== args.payableFen) throw new Refusal("priceChanged", { data: quote });
  if (sku.noReturn && !args.noReturnAgreed) throw invalid("noReturnAgreed", orderMessages.noReturnNotAgreed);
  return buildOrder(
    {
      userId: user.userId,
      lines: [{ sku, qty: args.qty, priceFen, couponFen: 0, netFen: money.goodsFen }],
      money,
      address,
      dealerId,
      couponId: null,
      rush,
      remark: args.remark,
      channel: args.channel,
      idempotencyKey: request.key,
      bodyHash: request.hash,
      payTime: mallTimes.payRush,
      tokens: tokensOf(dependencies, request, now),
    },
    now,
  );
}

/** Places a rush order, or answers with the one that the same key has placed. */
async function placeRush(dependencies: RushDependencies, request: RushRequest): Promise<PlacedOrder> {
  const { db, log } = dependencies.context;
  const { skuId } = request.args;
  let order: NewOrder;
  try {
    order = await acceptRush(dependencies, request);
  } catch (error) {
    // A repeated request is answered with its order, also after the rush and at another price.
    const stored = error instanceof Refusal ? await findByKey(db, request.user.userId, request.key) : null;
    if (stored) return placedOrRefused(storedAnswer(stored, { body_hash: request.hash }));
    throw error;
  }
  const result = await writeOrder(dependencies.writer, skuId, order);
  if (result.kind === "short" && result.left === 0)
    // An error only leaves the memory empty.
    dependencies.soldOut
      .load(skuId, (most) => listBuyers(db, skuId, most))
      .catch((error: unknown) => log.debug({ err: error }, "buyers of a sold-out SKU not read"));
  return placedOrRefused(result);
}

/** Handles `placeRushOrder` (requirement MA26): what is sold out is refused from memory, before the database is used. */
export function handlePlaceRushOrder(calls: RpcRouter, dependencies: RushDependencies): void {
  const checkBefore: EarlyCheck<typeof placeRushOrder> = ({ skuId }, caller) => {
    if (dependencies.soldOut.isSoldOut(skuId, requireUser(caller).userId)) throw soldOutRefusal();
  };
  const handler: CallHandler<typeof placeRushOrder> = (args, caller, nonce) =>
    placeRush(dependencies, {
      args,
      user: requireUser(caller),
      caller,
      nonce,
      key: requireKey(caller),
      hash: bodyHash(args),
    });
  calls.on(placeRushOrder, handler, null, { checkBefore, spendsNonce: true });
}
