import { expect, test } from "vitest";
import { canonicalQuery, createAliyunSender, signedHeaders } from "./aliyun-sms.ts";

test("signs as in Aliyun's example (V3 request signature, fixed parameters)", () => {
  const request = {
    host: "ecs.cn-shanghai.aliyuncs.com",
    action: "RunInstances",
    version: "2014-05-26",
    date: "2023-10-26T10:22:32Z",
    nonce: "3156853299f313e23d1673dc12e1703d",
    query: { RegionId: "cn-shanghai", ImageId: "win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd" },
  };
  expect(signedHeaders(request, "YourAccessKeyId", "YourAccessKeySecret")["Authorization"]).toBe(
    "ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version," +
      "Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0",
  );
});

test("writes the query sorted and percent-encoded as in RFC 3986", () => {
  expect(canonicalQuery({ b: "青岚 *~'()!", a: '{"code":"1"}' })).toBe(
    "a=%7B%22code%22%3A%221%22%7D&b=%E9%9D%92%E5%B2%9A%20%2A~%27%28%29%21",
  );
});

const settings = { accessKeyId: "id", accessKeySecret: "secret", signName: "青岚汽车", template: "SMS_1" };
const clock = { now: () => Date.parse("2026-11-20T08:00:00.123Z") };
const answering = (body: unknown, requests: { url: string; init: RequestInit | undefined }[] = []) =>
  createAliyunSender(settings, clock, async (url, init) => {
    requests.push({ url: new Request(url).url, init });
    return Response.json(body);
  });

test("sends one message with the code in the template", async () => {
  const requests: { url: string; init: RequestInit | undefined }[] = [];
  await answering({ Code: "OK", BizId: "1" }, requests).send("13800005678", "login", "204816");
  const url = new URL(requests[0]?.url ?? "");
  expect(url.origin).toBe("https://dysmsapi.aliyuncs.com");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    PhoneNumbers: "13800005678",
    SignName: "青岚汽车",
    TemplateCode: "SMS_1",
    TemplateParam: '{"code":"204816"}',
  });
  // Redirects are not followed, so that mobile and code are sent to no other server.
  expect(requests[0]?.init?.redirect).toBe("error");
  expect(requests[0]?.init?.headers).toMatchObject({
    "x-acs-action": "SendSms",
    "x-acs-version": "2017-05-25",
    "x-acs-date": "2026-11-20T08:00:00Z",
  });
});

test("I07 the error contains Aliyun's error code but neither the mobile nor the SMS code", async () => {
  const refusing = answering({ Code: "isv.BUSINESS_LIMIT_CONTROL", Message: "13800005678 204816" });
  const error: unknown = await refusing
    .send("13800005678", "login", "204816")
    .catch((thrown: unknown) => thrown);
  expect(String(error)).toBe("Error: Aliyun SMS refused: isv.BUSINESS_LIMIT_CONTROL");
});

test("a response that is not JSON and a missing response are errors", async () => {
  const broken = createAliyunSender(settings, clock, async () => new Response("<html>", { status: 502 }));
  await expect(broken.send("13800005678", "login", "204816")).rejects.toThrow("status 502");
  const away = createAliyunSender(settings, clock, () => Promise.reject(new Error("13800005678")));
  await expect(away.send("13800005678", "login", "204816")).rejects.toThrow("unreachable");
});
