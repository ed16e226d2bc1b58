import { createHash, createHmac } from "node:crypto";
import type { Clock } from "../../core/clock.ts";
import { newToken } from "../../core/secrets.ts";
import type { SmsSender } from "./sms-sender.ts";

/** What a call of Aliyun's RPC interfaces carries; every parameter goes in the query, the body is empty. */
export type AliyunRequest = {
  readonly host: string;
  readonly action: string;
  readonly version: string;
  /** yyyy-MM-ddTHH:mm:ssZ */
  readonly date: string;
  readonly nonce: string;
  readonly query: Readonly<Record<string, string>>;
};

const hex = (text: string): string => createHash("sha256").update(text).digest("hex");
/** RFC 3986: what encodeURIComponent leaves as it is, and Aliyun does not. */
const percent = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The query as it is signed and sent: sorted by name. */
export const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${percent(name)}=${percent(value)}`)
    .join("&");

/**
 * The headers of a signed request: signature version 3, ACS3-HMAC-SHA256
 * (help.aliyun.com, "V3 request body and signature mechanism").
 */
export function signedHeaders(
  request: AliyunRequest,
  keyId: string,
  keySecret: string,
): Record<string, string> {
  const headers: Record<string, string> = {
    host: request.host,
    "x-acs-action": request.action,
    "x-acs-content-sha256": hex(""),
    "x-acs-date": request.date,
    "x-acs-signature-nonce": request.nonce,
    "x-acs-version": request.version,
  };
  const names = Object.keys(headers).sort();
  const canonicalHeaders = names.map((name) => `${name}:${headers[name]}\n`).join("");
  const canonical = [
    "POST",
    "/",
    canonicalQuery(request.query),
    canonicalHeaders,
    names.join(";"),
    hex(""),
  ].join("\n");
  const signature = createHmac("sha256", keySecret)
    .update(`ACS3-HMAC-SHA256\n${hex(canonical)}`)
    .digest("hex");
  const authorization = `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names.join(";")},Signature=${signature}`;
  delete headers["host"]; // signed, but the HTTP client writes it
  return { ...headers, Authorization: authorization };
}

const HOST = "dysmsapi.aliyuncs.com";
const TIMEOUT = 5_000;
type Settings = { accessKeyId: string; accessKeySecret: string; signName: string; template: string };

/** Sends through Aliyun SMS (SendSms of 2017-05-25); the template's one variable is `code`. */
export function createAliyunSender(settings: Settings, clock: Clock, call: typeof fetch = fetch): SmsSender {
  return {
    async send(mobile, _scene, code) {
      const query = {
        PhoneNumbers: mobile,
        SignName: settings.signName,
        TemplateCode: settings.template,
        TemplateParam: JSON.stringify({ code }),
      };
      const date = new Date(clock.now()).toISOString().replace(/\.\d{3}Z$/, "Z");
      const request = {
        host: HOST,
        action: "SendSms",
        version: "2017-05-25",
        date,
        nonce: newToken(),
        query,
      };
      const headers = signedHeaders(request, settings.accessKeyId, settings.accessKeySecret);
      const answer = await call(`https://${HOST}/?${canonicalQuery(query)}`, {
        method: "POST",
        headers,
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT),
      }).catch(() => null);
      // The provider's own message may repeat the number, so only its code is passed on.
      if (answer === null) throw new Error("Aliyun SMS cannot be reached");
      const body: unknown = await answer.json().catch(() => null);
      const result =
        typeof body === "object" && body !== null && "Code" in body
          ? String(body.Code)
          : `status ${answer.status}`;
      if (result !== "OK") throw new Error(`Aliyun SMS refused: ${result.slice(0, 60)}`);
    },
  };
}
