import { createHash } from "node:crypto";
import type {} from "@fastify/cookie";
import * as z from "zod/mini";
import type { Product } from "../../server/app.ts";
import { seam } from "../seams.ts";
import { addApi, fault, type Faults } from "./api.ts";
import { addAuthorize, PRESET_COOKIE, type StandIn } from "./authorize.ts";
import { createIssued } from "./issued.ts";
import { avatar } from "./pages.ts";

/**
 * WeChat's place in development and tests (contract section 11): its authorize page, code exchange,
 * people, the account's token and the jsapi ticket, with the codes and errors of the real one.
 */
export function addWechat(product: Product): void {
  const { app, kit } = product;
  const settings = kit.config.wechat;
  if (settings === null) return;
  const { appId, appSecret } = settings;
  const standIn = { product, appId, issued: createIssued(() => kit.clock.now(), appSecret) };
  const faults: Faults = { waiting: [] };
  addAuthorize(standIn);
  addApi(standIn, faults, appSecret);
  addSeams(standIn, faults);
  app.get("/sim/wechat/avatar/:name", (request, reply) => {
    const { name = "" } = request.params as { name?: string };
    return reply
      .type("image/svg+xml")
      .header("cache-control", "public, max-age=86400")
      .send(avatar(name.replace(/\.svg$/, "")));
  });
}

const signed = z.object({
  url: z.string(),
  timestamp: z.string(),
  noncestr: z.string(),
  signature: z.string(),
});

/** What tests and the lab ask of the stand-in. */
function addSeams({ product: { app }, issued }: StandIn, faults: Faults): void {
  app.post("/sim/wechat/faults", (request, reply) =>
    seam(request, reply, z.array(fault), (given) => {
      faults.waiting = given;
      return Promise.resolve({ waiting: given.length });
    }),
  );
  /** Who consents from now on in this browser, without being asked; null: the page asks again. */
  app.post("/sim/wechat/person", (request, reply) =>
    seam(request, reply, z.object({ person: z.nullable(z.string()) }), ({ person }) => {
      const options = { path: "/", httpOnly: true, sameSite: "lax" } as const;
      if (person === null) void reply.clearCookie(PRESET_COOKIE, options);
      else void reply.setCookie(PRESET_COOKIE, person, options);
      return Promise.resolve({ person });
    }),
  );
  /** Whether WeChat would take this signature for this page. */
  app.get("/sim/wechat/verify", (request, reply) =>
    seam(request, reply, signed, ({ url, timestamp, noncestr, signature }) => {
      const isValid = issued.tickets().some((ticket) => {
        const text = `jsapi_ticket=${ticket}&noncestr=${noncestr}&timestamp=${timestamp}&url=${url}`;
        return createHash("sha1").update(text).digest("hex") === signature;
      });
      return Promise.resolve({ isValid });
    }),
  );
  app.get("/sim/wechat/counts", (request, reply) =>
    seam(request, reply, z.object({}), () => Promise.resolve(issued.counts)),
  );
}
