import type { Product } from "../../server/app.ts";
import { addAlipay } from "./alipay.ts";
import { addCashier } from "./cashier.ts";
import { addPayHooks } from "./hooks.ts";
import { NoticeSender } from "./notices.ts";
import { finishRefunds, reportRefund } from "./refunds.ts";
import type { PayCore, PaySimulator } from "./simulator.ts";
import { PayStore } from "./store.ts";
import { addWechatPay } from "./wechat.ts";
import type { ShippedTrades } from "../wechat/shipping.ts";

/** Pause between two looks at what is due, ms. */
const TICK = 200;

/**
 * The simulated WeChat Pay and Alipay (docs/lab.md "Payments"): they check our signatures, sign with keys of their own, keep
 * trades in the data directory, send notices by the product's clock, and serve a cashier and bills.
 * @returns WeChat Pay's trades, for reports of what was sent
 */
export function addPay(product: Product): ShippedTrades {
  const { app, context, modules } = product;
  const store = new PayStore(context.config.dataDir);
  const core: PayCore = {
    product,
    store,
    now: () => context.clock.now(),
    merchant() {
      const merchant = modules.payments.simulated();
      if (merchant === null) throw new Error("all payment channels are real");
      return merchant;
    },
  };
  const sender = new NoticeSender(core);
  const sendDue = (): Promise<void> =>
    sender.sendDue().catch((error: unknown) => {
      context.log.error({ err: error }, "simulated notice not sent");
    });
  const simulator: PaySimulator = {
    ...core,
    notifyPaid(trade) {
      sender.paid(trade);
      void sendDue();
    },
    notifyRefund: (refund) => reportRefund(store, sender, refund),
  };
  const timer = setInterval(() => {
    finishRefunds(simulator, sender);
    void sendDue();
  }, TICK).unref();
  app.addHook("onClose", (_app, done) => {
    clearInterval(timer);
    store.close();
    done();
  });
  for (const add of [addWechatPay, addAlipay, addCashier])
    app.register((scope, _options, done) => {
      add(scope, simulator);
      done();
    });
  addPayHooks(app, simulator);
  return { find: (outTradeNo) => store.trade("wechat", outTradeNo), mchid: () => core.merchant().mchid };
}
