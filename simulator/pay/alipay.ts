import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { alipayTexts, type AlipayCall } from "./alipay-call.ts";
import { alipayMethods } from "./alipay-methods.ts";
import { beginDraft } from "./alipay-drafts.ts";
import { alipayBillFile } from "./bills.ts";
import { hangUp, withFault, type PaySimulator } from "./simulator.ts";

type Parameters = Readonly<Record<string, string>>;
const CASHIERS = new Set(["alipay.trade.wap.pay", "alipay.trade.page.pay"]);
/** Step of each method, by which faults are injected. */
const steps: Readonly<Record<string, string>> = {
  "alipay.trade.create": "prepare",
  "alipay.trade.query": "query",
  "alipay.trade.fastpay.refund.query": "query",
  "alipay.trade.close": "close",
  "alipay.trade.refund": "refund",
  "alipay.data.dataservice.bill.downloadurl.query": "bill",
};

/** Whether the merchant signed the parameters of a request, of which only `sign` is not part. */
function isSigned(parameters: Parameters, { merchant }: PaySimulator): boolean {
  const text = Object.keys(parameters)
    .filter((name) => name !== "sign")
    .toSorted()
    .map((name) => `${name}=${parameters[name]}`)
    .join("&");
  const key = createPublicKey(createPrivateKey(merchant().keys.alipayMerchant));
  return verify("sha256", Buffer.from(text), key, Buffer.from(parameters["sign"] ?? "", "base64"));
}
/** Sub-code of a request that cannot be accepted; null: it is the merchant's. */
function requestFault(parameters: Parameters, simulator: PaySimulator): string | null {
  if (parameters["app_id"] !== simulator.merchant().alipayAppId) return "isv.invalid-app-id";
  if (parameters["sign_type"] !== "RSA2" || !isSigned(parameters, simulator)) return "isv.invalid-signature";
  return parameters["charset"] === "utf-8" ? null : "isv.invalid-charset";
}
const parametersOf = (request: FastifyRequest): Parameters => ({
  ...(request.query as Parameters),
  ...(typeof request.body === "string" && Object.fromEntries(new URLSearchParams(request.body))),
});
/** Sends a signed answer; the faults `lost` and `forged` lose it, or sign it with another key. */
function send(
  { merchant }: PaySimulator,
  reply: FastifyReply,
  method: string,
  content: object,
  fault: string | null,
): FastifyReply {
  if (fault === "lost") return hangUp(reply);
  const { keys } = merchant();
  const text = JSON.stringify(content);
  const key = createPrivateKey(fault === "forged" ? keys.wechatPublicKey : keys.alipay);
  const signature = sign("sha256", Buffer.from(text), key).toString("base64");
  const name = `${method.replaceAll(".", "_")}_response`;
  return reply
    .type("application/json; charset=utf-8")
    .send(`{"${name}":${text},"sign":${JSON.stringify(signature)}}`);
}

/** Registers Alipay's gateway below /sim/pay/alipay. */
export function addAlipay(scope: FastifyInstance, simulator: PaySimulator): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, body),
  );
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    const parameters = parametersOf(request);
    const { method = "" } = parameters;
    const fault = requestFault(parameters, simulator);
    if (fault !== null)
      // Not signed, as of a merchant that Alipay does not know.
      return reply.send({
        error_response: { code: "40002", msg: "Invalid Arguments", sub_code: fault, sub_msg: fault },
      });
    const content = alipayTexts(parameters["biz_content"] ?? "");
    const call: AlipayCall = { parameters, content, outTradeNo: content["out_trade_no"] ?? "" };
    if (CASHIERS.has(method)) {
      const token = beginDraft(simulator, call, method);
      return token === null
        ? reply.code(400).send({ code: "40004", msg: "TRADE_HAS_SUCCESS" })
        : reply.redirect(`/sim/pay/cashier?token=${token}`, 302);
    }
    const run = alipayMethods[method];
    if (!run) return reply.code(400).send({ code: "40002", sub_code: "isv.invalid-method" });
    return withFault(simulator, "alipay", steps[method] ?? method, call.outTradeNo, reply, (how) => {
      const isBill = steps[method] === "bill";
      return send(simulator, reply, method, run(simulator, call, how), isBill ? null : how);
    });
  };
  scope.route({ method: ["GET", "POST"], url: "/sim/pay/alipay/gateway.do", handler: answer });
  scope.get("/sim/pay/alipay/bill", (request, reply) => {
    const { token = "" } = request.query as { token?: string };
    const file = alipayBillFile(simulator, token);
    return file === null
      ? reply.code(403).send("expired")
      : reply.type("application/zip").send(Buffer.from(file));
  });
}
