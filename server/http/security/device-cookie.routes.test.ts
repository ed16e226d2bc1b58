import { afterAll, beforeAll, expect, test } from "vitest";
import { openCheckIn } from "#contract/check-in/check-in.ts";
import { testApp, type TestApp } from "../../testing/app.ts";

let product: TestApp;
beforeAll(async () => {
  product = await testApp({ settings: { TRUST_PROXY: "127.0.0.1" } });
});
afterAll(() => product.close());

/** The Set-Cookie headers of a response. */
async function cookies(headers: Record<string, string>): Promise<string[]> {
  const response = await product.call(openCheckIn, { link: "A".repeat(43) }, { headers });
  return [response.headers["set-cookie"] ?? []].flat().map(String);
}
const https = { "x-forwarded-proto": "https" };

test("T10 over https the device cookie is host-only, secure and not readable by scripts", async () => {
  const [line = "", ...others] = await cookies(https);
  expect(others).toEqual([]);
  expect(line).toMatch(/^__Host-marque_device=/);
  const [, ...attributes] = line.split("; ");
  expect(attributes).toEqual(expect.arrayContaining(["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]));
  expect(attributes.filter((attribute) => /^domain/i.test(attribute))).toEqual([]);
});

test("T10 over http, on a developer's machine, the cookie has a name and attributes that work there", async () => {
  const [line = ""] = await cookies({});
  expect(line).toMatch(/^marque_device=/);
  expect(line).not.toMatch(/secure/i);
  expect(line).toMatch(/; HttpOnly; SameSite=Lax$/);
});

test("T10 over https a cookie without the __Host- prefix, which an http page could set, is ignored", async () => {
  const [plain = ""] = await cookies({});
  const value = (plain.split(";")[0] ?? "").replace("marque_device=", "");
  expect(await cookies({ ...https, cookie: `__Host-marque_device=${value}` })).toEqual([]);
  expect(await cookies({ ...https, cookie: `marque_device=${value}` })).toHaveLength(1);
});
