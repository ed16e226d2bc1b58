import type { AppContext } from "../../core/app-context.ts";
import type { MiniProgramTrade } from "../../order/index.ts";
import type { PaymentChannels } from "../channels.ts";
import { createSilenceLog } from "../silence-log.ts";
import { findMiniProgramNumber } from "./store.ts";

/**
 * Creates the function that finds the payment of an order by WeChat's mini-program. The payer's openid is asked of the
 * channel and not kept.
 */
export function miniProgramTrades(
  { db, log }: Pick<AppContext, "db" | "log">,
  channels: Pick<PaymentChannels, "of">,
): (orderId: string) => Promise<MiniProgramTrade | "none" | "silent"> {
  const reportSilence = createSilenceLog(log);
  return async (orderId) => {
    const outTradeNo = await findMiniProgramNumber(db, orderId);
    const channel = channels.of("wechat");
    if (outTradeNo === null || channel === null) return "none";
    try {
      const result = await channel.query(outTradeNo);
      const openId = result.state === "paid" ? result.trade.payer : null;
      return openId === null ? "silent" : { mchid: channel.merchantId, outTradeNo, openId };
    } catch (error) {
      reportSilence(error, "wechat", "query");
      return "silent";
    }
  };
}
