import { Refusal } from "#contract/core/errors.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import type { ArgsOf } from "#contract/core/call.ts";
import type { StartedPayment, startPayment } from "#contract/payment/payment.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { PaymentChannel, PayScene } from "../channel.ts";
import { cashierMessages } from "../messages.ts";
import type { PayerPort } from "../ports.ts";
import type { PaymentRow } from "../tables.ts";
import { sceneOf } from "./rules.ts";

export type StartArgs = ArgsOf<typeof startPayment>;
/** Way, scene, account and payer of a payment. */
export type PaymentPlan = Pick<PaymentRow, "way" | "scene" | "app_id"> & {
  /** Payer's openid at `app_id`; null: the cashier asks. */
  readonly openId: string | null;
};
/** Steps that come before the payment: the authorisation in WeChat, or a page of the mini-program. */
export type StepBefore =
  | { readonly authorizeUrl: string }
  | { readonly page: NonNullable<StartedPayment["page"]> };

type Request = {
  readonly args: StartArgs;
  readonly userId: string;
  readonly channel: PaymentChannel;
  readonly payers: PayerPort;
};

/** App id at the channel in a scene; null: this installation has none. */
function appIdOf({ config }: Pick<AppContext, "config">, scene: PayScene, channel: PaymentChannel) {
  if (channel.appId !== null) return channel.appId;
  const { brand, wechat } = config;
  if (scene === "app") return brand.openPlatformAppId ?? null;
  if (scene === "miniProgram") return brand.miniProgramAppId ?? null;
  return wechat?.appId ?? null;
}

/** The payer's openid at the official account, from the code of a silent authorisation or from an earlier login. */
async function officialPayer(
  context: AppContext,
  { args, userId, payers }: Request,
): Promise<string | { readonly authorizeUrl: string }> {
  if (args.code !== undefined) {
    const openId = await payers.openIdOfCode(args.code);
    if (openId === null) throw new Refusal("payHost", { message: cashierMessages.quickView });
    return openId;
  }
  const known = await payers.openIdOf(userId);
  if (known !== null) return known;
  const authorizeUrl = payers.authorizeUrl(`${context.origin()}${WEB_BASE}mall/pay/${args.orderId}`);
  if (authorizeUrl === null) throw new Refusal("payHost");
  return { authorizeUrl };
}

/**
 * Plans a payment by the page's host (requirements MA39, MA40). In a mini-program its own page pays: it starts the payment
 * again with the openid that only it can find out.
 * @throws Refusal "payHost" if the host cannot pay this way
 */
export async function planPayment(context: AppContext, request: Request): Promise<PaymentPlan | StepBefore> {
  const { args, channel } = request;
  const scene = sceneOf(args.host, args.way);
  const appId = scene === null ? null : appIdOf(context, scene, channel);
  if (scene === null || appId === null) throw new Refusal("payHost");
  const plan = { way: args.way, scene, app_id: appId };
  if (scene === "jsapi") {
    const payer = await officialPayer(context, request);
    return typeof payer === "string" ? { ...plan, openId: payer } : payer;
  }
  if (scene !== "miniProgram") return { ...plan, openId: null };
  if (args.openId !== undefined) return { ...plan, openId: args.openId };
  const { miniProgramPayPage: name } = context.config.brand;
  if (name === undefined) throw new Refusal("payHost");
  return { page: { name, params: { orderId: args.orderId } } };
}
