import { createHash, createHmac } from "node:crypto";
import type { Clock } from "../../core/clock.ts";
import { newToken } from "../../core/secrets.ts";
import type { SmsSender } from "./sms-sender.ts";

/** Call of an Aliyun RPC interface; all parameters are in the query, the body is empty. */
export type AliyunRequest = {
  readonly host: string;
  readonly action: string;
  readonly version: string;
  /** yyyy-MM-ddTHH:mm:ssZ */
  readonly date: string;
  readonly nonce: string;
  readonly query: Readonly<Record<string, string>>;
};

const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");
/** Percent-encodes as in RFC 3986, including the characters that encodeURIComponent keeps. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Query in canonical form, sorted by name, in which it is signed and sent. */
export const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join("&");

/**
 * Creates the headers of a signed request: signature version 3, ACS3-HMAC-SHA256
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
    "x-acs-content-sha256": sha256Hex(""),
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
    sha256Hex(""),
  ].join("\n");
  const signature = createHmac("sha256", keySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256Hex(canonical)}`)
    .digest("hex");
  const authorization = `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names.join(";")},Signature=${signature}`;
  delete headers["host"]; // signed, but set by the HTTP client
  return { ...headers, Authorization: authorization };
}

const HOST = "dysmsapi.aliyuncs.com";
/** ms */
const TIMEOUT = 5_000;
type Settings = { accessKeyId: string; accessKeySecret: string; signName: string; template: string };

/** Creates a sender that uses Aliyun SMS (SendSms of 2017-05-25); the template's only variable is `code`. */
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
      // Only the error code is reported, since the provider's message may contain the number.
      if (answer === null) throw new Error("Aliyun SMS unreachable");
      const body: unknown = await answer.json().catch(() => null);
      const result =
        typeof body === "object" && body !== null && "Code" in body
          ? String(body.Code)
          : `status ${answer.status}`;
      if (result !== "OK") throw new Error(`Aliyun SMS refused: ${result.slice(0, 60)}`);
    },
  };
}
