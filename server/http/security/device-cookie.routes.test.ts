import { afterAll, beforeAll, expect, test } from "vitest";
import { openCheckIn } from "#contract/check-in/check-in.ts";
import { testApp, type TestApp } from "../../testing/app.ts";

let product: TestApp;
beforeAll(async () => {
  product = await testApp({ settings: { TRUST_PROXY: "127.0.0.1" } });
});
afterAll(() => product.close());

/** The cookie lines of a first answer, or of one to whoever brings a cookie. */
async function cookies(headers: Record<string, string>): Promise<string[]> {
  const sent = await product.call(openCheckIn, { link: "A".repeat(43) }, { headers });
  return [sent.headers["set-cookie"] ?? []].flat().map(String);
}
const https = { "x-forwarded-proto": "https" };

test("T10 under https the device's cookie is this host's alone, for https alone, out of scripts' reach", async () => {
  const [line = "", ...others] = await cookies(https);
  expect(others).toEqual([]);
  expect(line).toMatch(/^__Host-marque_device=/);
  const [, ...attributes] = line.split("; ");
  expect(attributes).toEqual(expect.arrayContaining(["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]));
  expect(attributes.filter((one) => /^domain/i.test(one))).toEqual([]);
});

test("T10 over http, on one's own machine, it has a name and attributes that work there", async () => {
  const [line = ""] = await cookies({});
  expect(line).toMatch(/^marque_device=/);
  expect(line).not.toMatch(/secure/i);
  expect(line).toMatch(/; HttpOnly; SameSite=Lax$/);
});

test("T10 a device is known by its own name alone: one that a plain page could set is none", async () => {
  const [plain = ""] = await cookies({});
  const value = (plain.split(";")[0] ?? "").replace("marque_device=", "");
  expect(await cookies({ ...https, cookie: `__Host-marque_device=${value}` })).toEqual([]);
  expect(await cookies({ ...https, cookie: `marque_device=${value}` })).toHaveLength(1);
});
