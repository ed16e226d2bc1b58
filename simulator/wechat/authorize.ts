import { randomUUID } from "node:crypto";
import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Product } from "../../server/app.ts";
import type { WechatCredentials, WechatScope } from "./credentials.ts";
import { consentPage, wechatErrorPage, pagePolicy } from "./pages.ts";
import { simulatedPersonOf, type SimulatedPerson } from "./people.ts";

/**
 * Cookies of the person who consents without a prompt, set by a test or the lab; and of the last one who
 * consented.
 */
export const PRESET_COOKIE = "sim_wechat_person";
const LAST_COOKIE = "sim_wechat_last";
/** WeChat matches the address with a pattern: parameters in another order are not found. */
const ORDER = ["appid", "redirect_uri", "response_type", "scope", "state"];

type Values = Readonly<Record<string, string>>;
type AuthorizeError = { readonly errcode: number; readonly why: string };
export type SimulatedWechat = {
  readonly product: Pick<Product, "app" | "context" | "modules">;
  readonly appId: string;
  readonly issued: WechatCredentials;
};

const stringFields = (given: unknown): Values =>
  Object.fromEntries(
    Object.entries((given ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
const isScope = (text: string | undefined): text is WechatScope =>
  text === "snsapi_base" || text === "snsapi_userinfo";

/** Error of an authorize request, with WeChat's message; null if valid. */
function checkAuthorizeRequest(values: Values, { appId, product }: SimulatedWechat): AuthorizeError | null {
  if (values["appid"] !== appId) return { errcode: 10002, why: "AppID 参数错误" };
  const names = Object.keys(values).filter((name) => ORDER.includes(name));
  if (names.join() !== ORDER.filter((name) => names.includes(name)).join())
    return { errcode: 10016, why: "参数顺序不正确" };
  const redirect = URL.parse(values["redirect_uri"] ?? "");
  const registered = new URL(product.context.origin());
  if (redirect?.host !== registered.host || !/^https?:$/.test(redirect.protocol))
    return { errcode: 10003, why: "redirect_uri 域名与后台配置不一致" };
  if (values["response_type"] !== "code") return { errcode: 10004, why: "response_type 参数错误" };
  if (!isScope(values["scope"])) return { errcode: 10005, why: "Scope 参数错误或没有 Scope 权限" };
  // 128 bytes of letters and digits (platform facts section 1.2).
  if (!/^[A-Za-z0-9]{0,128}$/.test(values["state"] ?? "")) return { errcode: 10006, why: "state 参数错误" };
  return null;
}

/** Redirect address with WeChat's parameters, before any fragment. */
function returnTo(redirectUri: string, added: Values): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(added)) url.searchParams.append(name, value);
  return url.href;
}

/** Registers a person whose mobile is already bound with our side before their first visit. */
async function registerPerson(
  person: SimulatedPerson,
  { product: { modules } }: SimulatedWechat,
): Promise<void> {
  const { mobile, nickname, isOwner } = person;
  if (mobile === null) return;
  const { accountId } = await modules.identity.addAccount({ mobile, nickname });
  const session = await modules.wechat.openSession({ ...person, avatar: null });
  if (session && session.userInfo.mobile === null)
    await modules.sessions.bindMobile(session.accessToken, { idpId: accountId, mobile, nickname });
  if (isOwner) await modules.sessions.setOwner(mobile, true);
}

async function consent(
  simulator: SimulatedWechat,
  reply: FastifyReply,
  person: SimulatedPerson,
  values: Values,
): Promise<FastifyReply> {
  await registerPerson(person, simulator);
  const scope = isScope(values["scope"]) ? values["scope"] : "snsapi_base";
  const code = simulator.issued.code({ person, scope });
  const state = values["state"] ?? "";
  void reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
  return reply.redirect(returnTo(values["redirect_uri"] ?? "", { code, state }), 302);
}

const html = (reply: FastifyReply, status: number, body: string): FastifyReply =>
  reply
    .code(status)
    .header("content-security-policy", pagePolicy)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(body);

/** Adds the authorize page: silent for snsapi_base or a preset person, otherwise with a prompt. */
export function addAuthorize(simulator: SimulatedWechat): void {
  const { app, context } = simulator.product;
  const { appId } = simulator;
  const path = "/sim/wechat/connect/oauth2/authorize";
  const named = (name: string | undefined): SimulatedPerson | null =>
    name === undefined ? null : simulatedPersonOf(name, appId, randomUUID());
  app.get(path, async (request: FastifyRequest, reply) => {
    const values = stringFields(request.query);
    const error = checkAuthorizeRequest(values, simulator);
    if (error) return html(reply, 400, wechatErrorPage(error.errcode, error.why));
    const preset = named(values["person"] ?? request.cookies[PRESET_COOKIE]);
    if (preset) return consent(simulator, reply, preset, values);
    const last = named(request.cookies[LAST_COOKIE]) ?? named("no-mobile");
    if (values["scope"] === "snsapi_base" && last) return consent(simulator, reply, last, values);
    return html(reply, 200, consentPage(context.config.brand.name, appId, values));
  });
  app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post(path, async (request, reply) => {
      const { person: name, decision, ...values } = stringFields(request.body);
      const error = checkAuthorizeRequest(values, simulator);
      if (error) return html(reply, 400, wechatErrorPage(error.errcode, error.why));
      // After a denial WeChat returns only the state.
      if (decision !== "allow")
        return reply.redirect(returnTo(values["redirect_uri"] ?? "", { state: values["state"] ?? "" }), 302);
      const person = named(name);
      if (!person) return html(reply, 400, wechatErrorPage(10007, "没有这个人"));
      void reply.setCookie(LAST_COOKIE, name ?? "", { path: "/sim/wechat", httpOnly: true, sameSite: "lax" });
      return consent(simulator, reply, person, values);
    });
    done();
  });
}
