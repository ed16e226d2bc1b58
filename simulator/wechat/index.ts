import { createHash } from "node:crypto";
import type {} from "@fastify/cookie";
import * as z from "zod/mini";
import { Refusal } from "#contract/core/errors.ts";
import type { Product } from "../../server/app.ts";
import { handleTestHook } from "../test-hooks.ts";
import { addApi, wechatFaultSchema, type PendingWechatFaults } from "./api.ts";
import { addAuthorize, PRESET_COOKIE, type SimulatedWechat } from "./authorize.ts";
import { createWechatCredentials } from "./credentials.ts";
import { avatarSvg } from "./pages.ts";
import { simulatedPersonOf } from "./people.ts";
import { addShippingReports, type ShippedTrades } from "./shipping.ts";

/**
 * Simulates WeChat in development and tests (contract section 11): its authorize page, code exchange, people,
 * the account's token and the jsapi ticket, with the real codes and errors.
 */
export function addWechat(product: Product, trades: ShippedTrades): void {
  const { app, context } = product;
  const settings = context.config.wechat;
  if (settings === null) return;
  const { appId, appSecret } = settings;
  const simulator = { product, appId, issued: createWechatCredentials(() => context.clock.now(), appSecret) };
  const faults: PendingWechatFaults = { waiting: [] };
  addAuthorize(simulator);
  const { wechatMini } = context.config;
  const mini = wechatMini && {
    appId: wechatMini.appId,
    secret: wechatMini.appSecret,
    issued: createWechatCredentials(() => context.clock.now(), wechatMini.appSecret),
  };
  addApi(simulator, faults, appSecret, mini);
  if (mini) addShippingReports(app, mini, faults, trades);
  /** The openid that wx.login of the mini-program would find out for a person. */
  app.get("/sim/wechat/mini-openid", (request, reply) =>
    handleTestHook(request, reply, z.object({ person: z.string() }), ({ person }) => {
      const found = simulatedPersonOf(person, context.config.brand.miniProgramAppId ?? appId, "");
      if (found === null) throw new Refusal("notFound");
      return Promise.resolve({ openId: found.openId });
    }),
  );
  addWechatTestHooks(simulator, faults);
  app.get("/sim/wechat/avatar/:name", (request, reply) => {
    const { name = "" } = request.params as { name?: string };
    return reply
      .type("image/svg+xml")
      .header("cache-control", "public, max-age=86400")
      .send(avatarSvg(name.replace(/\.svg$/, "")));
  });
}

const signedPage = z.object({
  url: z.string(),
  timestamp: z.string(),
  noncestr: z.string(),
  signature: z.string(),
});

/** Test hooks of the simulated WeChat, for tests and the lab. */
function addWechatTestHooks(
  { product: { app }, issued }: SimulatedWechat,
  faults: PendingWechatFaults,
): void {
  app.post("/sim/wechat/faults", (request, reply) =>
    handleTestHook(request, reply, z.array(wechatFaultSchema), (given) => {
      faults.waiting = given;
      return Promise.resolve({ waiting: given.length });
    }),
  );
  /** Sets the person who consents in this browser without a prompt; null: the page asks again. */
  app.post("/sim/wechat/person", (request, reply) =>
    handleTestHook(request, reply, z.object({ person: z.nullable(z.string()) }), ({ person }) => {
      const options = { path: "/", httpOnly: true, sameSite: "lax" } as const;
      if (person === null) void reply.clearCookie(PRESET_COOKIE, options);
      else void reply.setCookie(PRESET_COOKIE, person, options);
      return Promise.resolve({ person });
    }),
  );
  /** Whether WeChat would accept this signature for this page. */
  app.get("/sim/wechat/verify", (request, reply) =>
    handleTestHook(request, reply, signedPage, ({ url, timestamp, noncestr, signature }) => {
      const isValid = issued.tickets().some((ticket) => {
        const text = `jsapi_ticket=${ticket}&noncestr=${noncestr}&timestamp=${timestamp}&url=${url}`;
        return createHash("sha1").update(text).digest("hex") === signature;
      });
      return Promise.resolve({ isValid });
    }),
  );
  app.get("/sim/wechat/counts", (request, reply) =>
    handleTestHook(request, reply, z.object({}), () => Promise.resolve(issued.counts)),
  );
}
