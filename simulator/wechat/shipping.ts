import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { SimulatedTrade } from "../pay/store.ts";
import { handleTestHook } from "../test-hooks.ts";
import { answerApi, errorResponse, type PendingWechatFaults } from "./api.ts";
import type { SimulatedMiniProgram } from "./credentials.ts";

/** Payments at the simulated WeChat Pay, whose money is kept until their goods are reported as sent. */
export type ShippedTrades = { find(outTradeNo: string): SimulatedTrade | null; mchid(): string };

const parcel = z.object({
  tracking_no: z.optional(z.string()),
  express_company: z.optional(z.string()),
  item_desc: z.string().check(z.minLength(1), z.maxLength(120)),
  contact: z.optional(z.object({ receiver_contact: z.string().check(z.regex(/\*{4}.*\d{4}$/)) })),
});
const upload = z.object({
  order_key: z.object({ order_number_type: z.literal(1), mchid: z.string(), out_trade_no: z.string() }),
  logistics_type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  delivery_mode: z.union([z.literal(1), z.literal(2)]),
  is_all_delivered: z.optional(z.boolean()),
  shipping_list: z.array(parcel).check(z.minLength(1)),
  upload_time: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+08:00$/)),
  payer: z.object({ openid: z.string() }),
});
type Upload = z.output<typeof upload>;
/** Last report of a payment. */
type Reported = { readonly upload: Upload; readonly isFinished: boolean; readonly isCorrected: boolean };

const MOST_PARCELS = 15;
const PATH = "wxa/sec/order/upload_shipping_info";

/** Fault of a report by itself, as WeChat's error number; 0: none. */
function faultOf({ logistics_type, delivery_mode, is_all_delivered, shipping_list }: Upload): number {
  const isExpress = logistics_type === 1;
  if (delivery_mode === 2 && !isExpress) return 10_060_006;
  if (delivery_mode === 2 && is_all_delivered === undefined) return 10_060_007;
  if (delivery_mode === 1 && shipping_list.length > 1) return 10_060_024;
  if (shipping_list.length > MOST_PARCELS) return 10_060_024;
  const isAddressed = shipping_list.every(({ tracking_no, express_company, contact }) => {
    if (!isExpress) return true;
    // SF wants the recipient's or the sender's mobile.
    return Boolean(tracking_no) && Boolean(express_company) && (express_company !== "SF" || contact);
  });
  return isAddressed ? 0 : 10_060_014;
}
const isFinished = ({ delivery_mode, is_all_delivered }: Upload): boolean =>
  delivery_mode === 1 || is_all_delivered === true;
const contentOf = (given: Upload): string => JSON.stringify({ ...given, upload_time: "" });

/** Applies a report to a payment. @returns WeChat's error number; 0: accepted */
function apply(reported: Map<string, Reported>, trades: ShippedTrades, appId: string, given: Upload): number {
  const { mchid, out_trade_no: number } = given.order_key;
  const trade = mchid === trades.mchid() ? trades.find(number) : null;
  if (trade?.state !== "paid" || trade.appId !== appId) return 10_060_001;
  if (trade.payer !== given.payer.openid) return 10_060_031;
  const fault = faultOf(given);
  if (fault !== 0) return fault;
  const before = reported.get(number);
  if (before && contentOf(before.upload) === contentOf(given)) return 10_060_023;
  if (before && before.upload.upload_time >= given.upload_time) return 268_485_216;
  const isCorrection =
    before !== undefined && (before.isFinished || before.upload.delivery_mode !== given.delivery_mode);
  if (isCorrection && before.isCorrected) return 10_060_003;
  const isCorrected = isCorrection || before?.isCorrected === true;
  reported.set(number, { upload: given, isFinished: isFinished(given), isCorrected });
  return 0;
}

/** Adds WeChat's 发货信息管理, and the list of what was reported: GET /sim/wechat/shipping. */
export function addShippingReports(
  app: FastifyInstance,
  { appId, issued }: SimulatedMiniProgram,
  faults: PendingWechatFaults,
  trades: ShippedTrades,
): void {
  const reported = new Map<string, Reported>();
  const answer = (token: string, body: unknown): object => {
    const invalid = issued.ownTokenError(token);
    if (invalid !== 0) return errorResponse(invalid);
    const { success, data } = upload.safeParse(body);
    const errcode = success ? apply(reported, trades, appId, data) : 47_001;
    return errcode === 0 ? { errcode, errmsg: "ok" } : errorResponse(errcode);
  };
  app.post(`/sim/wechat/${PATH}`, (request, reply) => {
    const { access_token = "" } = request.query as { access_token?: string };
    return answerApi(reply, faults, PATH, () => answer(access_token, request.body));
  });
  app.get("/sim/wechat/shipping", (request, reply) =>
    handleTestHook(request, reply, z.object({}), () =>
      Promise.resolve(
        [...reported].map(([outTradeNo, { upload: given, ...states }]) => ({
          outTradeNo,
          ...states,
          ...given,
        })),
      ),
    ),
  );
}
