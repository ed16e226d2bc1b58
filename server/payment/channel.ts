import type { PaymentWay } from "#contract/payment/payment.ts";

/**
 * Surface on which a person pays. `jsapi`: WeChat's browser; `h5`, `wap`: a browser on a phone; `native`: a QR code on a
 * desktop; `page`: a cashier on a desktop; `app`: the maker's app; `miniProgram`: a page of WeChat's or Alipay's
 * mini-program. WeChat has jsapi, h5, native, app and miniProgram; Alipay has wap, page, app and miniProgram.
 */
export type PayScene = "jsapi" | "h5" | "native" | "app" | "wap" | "page" | "miniProgram";

/** A payment to begin. */
export type PrepareRequest = {
  /** Our number of the attempt: 6 to 32 letters, digits and underscores. The same number may be prepared again. */
  readonly outTradeNo: string;
  /** Integer fen (CNY), at least 1. */
  readonly amountFen: number;
  /** Text that the cashier shows; longer ones are cut to the channel's limit. */
  readonly description: string;
  /** Deadline of the payment, ms since the epoch; the channel fixes the one of the first request. */
  readonly payBefore: number;
  readonly scene: PayScene;
  /** WeChat's appid of the official account, mini-program or app; Alipay's `op_app_id` of the mini-program, else unused. */
  readonly appId: string;
  /** Payer's openid of that appId: WeChat jsapi and miniProgram, Alipay miniProgram. */
  readonly openId?: string;
  /** Payer's address, WeChat h5. */
  readonly clientIp?: string;
  /** Full URL to which the cashier returns: h5, wap, page. The return proves nothing. */
  readonly returnUrl?: string;
};
/** Arguments of `getBrandWCPayRequest` and `wx.requestPayment`, unchanged. */
export type WechatPayArguments = {
  readonly appId: string;
  readonly timeStamp: string;
  readonly nonceStr: string;
  readonly package: string;
  readonly signType: "RSA";
  readonly paySign: string;
};
/** Fields of the request that WeChat's SDK for apps sends. */
export type WechatAppArguments = {
  readonly appid: string;
  readonly partnerid: string;
  readonly prepayid: string;
  readonly package: "Sign=WXPay";
  readonly noncestr: string;
  readonly timestamp: string;
  readonly sign: string;
};
/** Data with which a browser, mini-program or app opens the cashier. */
export type CashierEntry =
  /** WeChat jsapi and miniProgram. */
  | { readonly kind: "jsapi"; readonly jsapi: WechatPayArguments }
  /** WeChat h5: valid for 5 minutes, with `redirect_url` if there is a returnUrl. */
  | { readonly kind: "h5"; readonly h5Url: string }
  /** WeChat native: text of the QR code. */
  | { readonly kind: "native"; readonly codeUrl: string }
  /** WeChat app. */
  | { readonly kind: "wechatApp"; readonly app: WechatAppArguments }
  /** Alipay wap and page: the cashier's address. */
  | { readonly kind: "form"; readonly formUrl: string }
  /** Alipay app: text for its SDK. */
  | { readonly kind: "orderString"; readonly orderString: string }
  /** Alipay miniProgram: argument of `my.tradePay`. */
  | { readonly kind: "tradeNo"; readonly tradeNo: string };
/** A request that the channel understood and refused; `code` is the channel's own. */
export type RefusedByChannel = { readonly state: "refused"; readonly code: string; readonly message: string };
export type PrepareResult =
  | { readonly state: "prepared"; readonly entry: CashierEntry }
  /** The number has been paid already. */
  | { readonly state: "paid" }
  /** The number has been closed already. */
  | { readonly state: "closed" }
  | RefusedByChannel;

/** A payment as the channel reports it. Nothing in it has been compared with ours. */
export type PaidTrade = {
  readonly outTradeNo: string;
  /** The channel's number: transaction_id, trade_no. */
  readonly channelNo: string;
  /** Integer fen that the order costs: `total`, `total_amount`. */
  readonly amountFen: number;
  /** "CNY"; anything else is a difference. */
  readonly currency: string;
  /** mchid, seller_id; null: the channel does not report it here (queries of Alipay). */
  readonly merchantId: string | null;
  /** appid, app_id; null: not reported here. */
  readonly appId: string | null;
  /** Payer's openid or buyer id. */
  readonly payer: string | null;
  /** Time of the channel, ms since the epoch. */
  readonly paidTime: number;
};
export type TradeResult =
  /** `isRefunded`: the channel has given money of it back, in part or whole. */
  | { readonly state: "paid"; readonly trade: PaidTrade; readonly isRefunded: boolean }
  /** Not paid yet; not final. */
  | { readonly state: "open" }
  /** Never paid, and cannot be paid any more: final. */
  | { readonly state: "closed" }
  /**
   * The channel has no such number. WeChat: never prepared. Alipay: the person has not confirmed in the cashier yet, which
   * is possible until the deadline of the payment; only then it is final.
   */
  | { readonly state: "unknown" };
export type CloseResult =
  /** Accepted, also for a number that the channel does not know: query afterwards. */
  | { readonly state: "accepted" }
  | { readonly state: "paid" }
  /** Alipay only; see TradeResult. */
  | { readonly state: "unknown" }
  | RefusedByChannel;

export type RefundRequest = {
  readonly outTradeNo: string;
  /** Our number of the refund; a repeated request has the same number. */
  readonly outRefundNo: string;
  /** Integer fen, at least 1. */
  readonly refundFen: number;
  /** Integer fen of the whole payment. */
  readonly totalFen: number;
  /** Text for the payer; longer ones are cut to the channel's limit. */
  readonly reason: string;
};
/** A refund as the channel reports it. */
export type ChannelRefund = {
  readonly outTradeNo: string;
  readonly outRefundNo: string;
  /** The channel's number of the refund; null: it has none (Alipay). */
  readonly channelNo: string | null;
  /** null: not reported here (notices of Alipay, whose `refund_fee` is the sum of all refunds); queryRefund has it. */
  readonly refundFen: number | null;
  /** Time of the channel, ms since the epoch; null: not done, or not reported. */
  readonly refundTime: number | null;
};
export type RefundState =
  | { readonly state: "processing" | "success" | "abnormal" | "closed"; readonly refund: ChannelRefund }
  /** Refunds of a payment are a minute apart: the same request again later. */
  | { readonly state: "tooSoon" }
  /** The merchant's account has too little money: the same request again later. */
  | { readonly state: "noBalance" }
  | RefusedByChannel;
export type QueryRefundResult =
  | Exclude<RefundState, { state: "tooSoon" | "noBalance" }>
  /** The channel has no such refund: the request never arrived. */
  | { readonly state: "unknown" };

/** A notice as it was received. */
export type RawNotice = {
  /** Names in lower case, as of Node's IncomingMessage. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Bytes of the body; a signature holds for nothing else. */
  readonly body: Uint8Array;
};
/** Reason for which a notice is not believed. It is answered 401 and goes to the security log. */
type NoticeRefusal =
  | "malformed"
  | "unsigned"
  | "unknown key"
  | "test signature"
  | "time"
  | "signature"
  | "decryption";
export type NoticeEvent =
  | { readonly kind: "paid"; readonly noticeId: string; readonly trade: PaidTrade }
  | {
      readonly kind: "refunded" | "refundAbnormal" | "refundClosed";
      readonly noticeId: string;
      readonly refund: ChannelRefund;
      readonly merchantId: string | null;
    }
  /** Genuine, but without an effect (a trade that was begun or closed unpaid, an event of another product): acknowledged. */
  | { readonly kind: "ignored"; readonly noticeId: string; readonly subject: string };
export type NoticeResult = NoticeEvent | { readonly kind: "refused"; readonly reason: NoticeRefusal };
/** Response to a notice: no envelope of the contract. */
export type NoticeAnswer = { readonly status: number; readonly type: string; readonly body: string };

/** One line of a day's bill. */
export type BillRow = {
  readonly kind: "payment" | "refund";
  readonly outTradeNo: string;
  /** null: a payment. */
  readonly outRefundNo: string | null;
  /** transaction_id, trade_no; of a refund WeChat's refund_id, else the trade_no. */
  readonly channelNo: string;
  /** Integer fen, positive for payments and refunds. */
  readonly amountFen: number;
  /** Integer fen of the channel's fee; negative: a fee that is given back. */
  readonly feeFen: number;
  /** Time of the channel, ms since the epoch. */
  readonly time: number;
};
export type BillResult =
  | { readonly state: "ready"; readonly rows: readonly BillRow[] }
  /** Before 10:00 of the next day, or still being made. */
  | { readonly state: "notYet" }
  /** The channel says that there is no bill: no trades, or not made yet. A day without entries of ours is clean. */
  | { readonly state: "none" };

/** No answer in time, no connection, or an error of the channel itself: whether it did something is unknown. */
export class ChannelSilent extends Error {
  override readonly name = "ChannelSilent";
}
/** An answer without a signature of the channel, or with a wrong one. Whether the channel did something is unknown. */
export class ChannelForged extends Error {
  override readonly name = "ChannelForged";
}
/** A bill whose hash, sums or lines are wrong, after it has been fetched again. */
export class BillDamaged extends Error {
  override readonly name = "BillDamaged";
}

/**
 * The protocol of one channel: no database, no decision. Every function may throw ChannelSilent or ChannelForged, after 10 s
 * at the latest; `bill` also BillDamaged, after a minute at the latest.
 */
export type PaymentChannel = {
  readonly way: PaymentWay;
  /** Our mchid or seller id, with which PaidTrade.merchantId is compared. */
  readonly merchantId: string;
  /** Our app_id, with which PaidTrade.appId is compared; null: the one of the scene (WeChat). */
  readonly appId: string | null;
  /** Begins a payment; the same request again gives new data for the same payment. */
  prepare(request: PrepareRequest): Promise<PrepareResult>;
  query(outTradeNo: string): Promise<TradeResult>;
  /** Asks the channel to take no payment any more. Only the query afterwards proves that it was not paid. */
  close(outTradeNo: string): Promise<CloseResult>;
  /** Gives money back; repeated with the same number it is one refund. */
  refund(request: RefundRequest): Promise<RefundState>;
  queryRefund(refund: Pick<RefundRequest, "outTradeNo" | "outRefundNo">): Promise<QueryRefundResult>;
  /** Judges a notice by its raw bytes. Never throws. */
  readNotice(notice: RawNotice): NoticeResult;
  /** Response to a notice that was stored, is refused (401), or could not be stored (it then comes again). */
  answerNotice(outcome: "stored" | "refused" | "failed"): NoticeAnswer;
  /** Reads the bill of a day, YYYY-MM-DD in Shanghai. */
  bill(day: string): Promise<BillResult>;
};
