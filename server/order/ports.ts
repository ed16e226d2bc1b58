import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import type { CaptchaPass } from "../captcha/index.ts";
import type { Database } from "../database/connection/database.ts";
import type { SoldOutSkus } from "../mall/index.ts";
import type { ShippingReport } from "./wechat-shipping/rules.ts";

/**
 * The dead or alive payment attempts of an order. closed: none can be paid any more; paid: one was, and is settled by
 * now; unknown: a channel did not answer.
 */
export type AttemptsOutcome = "closed" | "paid" | "unknown";

/** Interface of the payments that orders depend on. */
export type PaymentPort = {
  /** Closes every open attempt of an order at its channel, and asks whether it was paid all the same. */
  closeAttempts(orderId: string): Promise<AttemptsOutcome>;
  /**
   * Writes a refund of a paid order; the channel is asked afterwards. A second one for the same cause changes nothing.
   * @param db the transaction that causes it, with the order's row locked
   */
  requestRefund(
    db: Database,
    refund: {
      readonly orderId: string;
      readonly amountFen: number;
      readonly cause: "afterSale" | "closed" | "operator";
      /** Id of the case, or of the order. */
      readonly causeId: string;
      /** Id of the operator who asked: above a limit the refund waits for a second one. */
      readonly askedBy?: string | null;
      readonly now: Date;
    },
  ): Promise<void>;
  /**
   * Books what an order earned, when it is done.
   * @param db the transaction of `done`, with the order's row locked
   */
  bookRevenue(
    db: Database,
    revenue: { readonly orderId: string; readonly amountFen: number; readonly now: Date },
  ): Promise<void>;
  /**
   * Asks the channel for the payment of an order by WeChat's mini-program. none: it was paid otherwise; silent: no answer.
   */
  miniProgramTrade(orderId: string): Promise<MiniProgramTrade | "none" | "silent">;
};

/** A payment of the mini-program's page, as WeChat identifies it. */
export type MiniProgramTrade = {
  readonly mchid: string;
  readonly outTradeNo: string;
  /** Payer's openid at the mini-program. */
  readonly openId: string;
};

/** Answer to a report. silent: it may have arrived; refused: WeChat's own error number. */
export type ShippingUploadResult =
  | { readonly state: "accepted" | "silent" }
  | { readonly state: "refused"; readonly code: number };
/** Interface of WeChat's 发货信息管理. */
export type WechatShippingPort = {
  /** Whether this installation reports to WeChat. */
  isOn(): boolean;
  /** Reports what was sent; again: the same. @param report `time` in ms since the epoch, later than those before */
  upload(
    report: ShippingReport & MiniProgramTrade & { readonly time: number },
  ): Promise<ShippingUploadResult>;
};

/** Interface of the captcha that placing a rush order depends on. */
export type PlacePorts = {
  /** @returns null if the request has no captcha pass */
  captchaPassOf(pass: {
    verifyId: string | null;
    action: CaptchaAction;
    userId: string;
    idempotencyKey: string | null;
  }): CaptchaPass | null;
};

/** Interface of uploaded pictures that cases show. */
type CasePicturePort = {
  /** Marks a picture as used, which keeps it. @returns false if the person has no such picture */
  claim(pictureId: string, userId: string): Promise<boolean>;
  release(pictureId: string): Promise<void>;
  /** Returns paths of pictures by id, without those that do not exist. */
  urlsOf(pictureIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

export type OrderPorts = PlacePorts & {
  readonly payments: PaymentPort;
  readonly pictures: CasePicturePort;
  readonly wechatShipping: WechatShippingPort;
  /** SKUs that were found sold out a moment ago. */
  readonly soldOut: SoldOutSkus;
};
