import type { FastifyInstance } from "fastify";
import type { Captcha } from "./captcha/index.ts";
import type { AppContext } from "./core/app-context.ts";
import type { RpcRouter } from "./http/pipeline/rpc-router.ts";
import { createMall } from "./mall/index.ts";
import { createOrders } from "./order/index.ts";
import { createPayments } from "./payment/index.ts";
import type { Uploads } from "./picture/index.ts";
import type { Wechat } from "./wechat/index.ts";

/** Creates the mall: its catalogue, orders and payments. `of` is called only after everything exists. */
export function createShop(
  context: AppContext,
  calls: RpcRouter,
  app: FastifyInstance,
  captcha: Captcha,
  of: () => Pick<Wechat, "payers" | "uploadShipping"> & { readonly uploads: Uploads },
) {
  const mall = createMall(context, calls);
  const payments = createPayments(context, calls, app, {
    openIdOf: (userId) => of().payers.openIdOf(userId),
    openIdOfCode: (code) => of().payers.openIdOfCode(code),
    authorizeUrl: (returnTo) => of().payers.authorizeUrl(returnTo),
  });
  const orders = createOrders(context, calls, app, {
    captchaPassOf: (pass) => captcha.passOf(pass),
    payments,
    pictures: {
      claim: (pictureId, userId) => of().uploads.claim(pictureId, userId),
      release: (pictureId) => of().uploads.release(pictureId),
      urlsOf: (pictureIds) => of().uploads.urlsOf(pictureIds),
    },
    wechatShipping: {
      isOn: () => context.config.wechatMini !== null,
      upload: (report) => of().uploadShipping(report),
    },
    soldOut: mall.soldOut,
  });
  return { mall, orders, payments };
}
