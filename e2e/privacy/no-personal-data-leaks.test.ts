import { randomUUID } from "node:crypto";
import type { Browser, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { listNearby, showNearby } from "#contract/activity/activity.ts";
import { addAddress } from "#contract/mall/address.ts";
import { listProducts, showOffers, showProduct } from "#contract/mall/product.ts";
import { placeOrder, previewCheckout } from "#contract/order/checkout.ts";
import { showOrder } from "#contract/order/order.ts";
import { noticePaths } from "#contract/payment/notices.ts";
import { listDates, showSignUp } from "#contract/signup/signup.ts";
import { containsSecret } from "../../server/testing/contains-secret.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, openVisit } from "../testing/chromium.ts";
import { storedEvents } from "../testing/tracking-events.ts";
import { newMobile, newPerson, openVisitAs } from "../testing/people.ts";
import { startProduct, type RunningProduct } from "../testing/product.ts";
import { simulator } from "../testing/simulator.ts";
import {
  appAddress,
  fillForm,
  formPath,
  logInAtProvider,
  openAppPage,
  solveByDragging,
  goToProviderLogin,
} from "../testing/page-actions.ts";
import { sessionTokenIn } from "../testing/session-token.ts";
import { testSuite } from "../../scripts/test/suites.ts";

/** A code that occurs in no other number of an answer or a log. */
const smsCode = "908172";
describe.each(testSuite === "quick" ? ["on"] : ["on", "off"])("FAST_PATH=%s", (fastPath) => {
  let browser: Browser;
  let product: RunningProduct;
  beforeAll(async () => {
    browser = await launch();
    product = await startProduct(
      { LOG_LEVEL: "debug", FAST_PATH: fastPath, SMS_TEST_CODE: smsCode },
      inject("filled"),
    );
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  /** Names of the secrets that occur in a text. */
  const foundIn = (text: string, secrets: Readonly<Record<string, string>>): string[] =>
    Object.entries(secrets).flatMap(([name, secret]) => (containsSecret(text, secret) ? [name] : []));

  test("I07 Z06 a sign-up leaves mobile, name, tokens and codes in no log, no address and no answer to others", async () => {
    const { origin } = product;
    const { activityId } = await findActivity(origin, activityFilters.plain);
    const mobile = newMobile();
    const name = `隐名${randomUUID().slice(0, 6)}`;
    const { context, page } = await openVisit(browser);
    const addresses: string[] = [];
    context.on("request", (request) => addresses.push(request.url(), request.headers()["referer"] ?? ""));
    await page.goto(appAddress(origin) + formPath(activityId));
    await goToProviderLogin(page);
    await logInAtProvider(page, mobile);
    await fillForm(page, name);
    await page.getByRole("button", { name: "提交报名" }).click();
    await solveByDragging(page);
    await page.getByRole("status").getByText("报名成功").waitFor();
    const token = (await sessionTokenIn(page)) ?? "";
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
    await context.close();
    expect(token).toMatch(/^\S{20,}$/);

    const secrets = { mobile, smsCode, token };
    expect(addresses.flatMap((address) => foundIn(address, secrets))).toEqual([]);
    expect(foundIn(kept, secrets)).toEqual([]);

    // Answers to another person, and to a visitor.
    const other = await newPerson(origin);
    const call = contractClient(origin, { token: other.token });
    const answers = [
      await call(listNearby, { cityCode: "310100", size: 50 }),
      await call(showNearby, { id: activityId }),
      await call(listDates, { activityId }),
      await call(showSignUp, { activityId }),
    ].map((answer) => JSON.stringify(answer));
    for (const path of ["", "list", `offline/${activityId}`, formPath(activityId)])
      answers.push(await (await fetch(appAddress(origin) + path)).text());
    answers.push(await (await fetch(`${origin}/metrics`)).text());
    expect(answers.flatMap((answer) => foundIn(answer, { ...secrets, name }))).toEqual([]);

    // Failing calls are logged too: with a token in the address, as the contract has it, in a header, in a
    // broken body.
    const accessToken = await simulator(origin).accessToken(mobile);
    const bind = `${origin}/pass/api/v1/thirdparty/idp/uaa/bindMobile?access_token=${accessToken}`;
    const json = { "content-type": "application/json" };
    await fetch(bind, { method: "POST", headers: json, body: JSON.stringify({ mobile, smsCode }) });
    await fetch(bind, { method: "POST", headers: json, body: `{"mobile":"${mobile}",` });
    await fetch(`${origin}/mall-api/none?mobile=${mobile}`, { headers: { "x-access-token": token } });
    // The last lines may still be in the pipe.
    await expect.poll(() => product.output()).toContain('"path":"/mall-api/none"');
    const log = product.output();
    expect(log).toContain('"path":"/pass/api/v1/thirdparty/idp/uaa/bindMobile"');
    expect(log).toContain('"path":"/mall-api/none"');
    expect(foundIn(log, { ...secrets, accessToken, name })).toEqual([]);
    for (const line of log.split("\n").filter((text) => text.includes('"msg":"incoming request"')))
      expect(line).toMatch(/"reqId":"[^"]+"/);
  });

  test("C22 X16 a link's tk and a login's code occur in no referrer, storage, history, event or log line", async () => {
    const { origin } = product;
    const { activityId } = await findActivity(origin, activityFilters.plain);
    const tk = await simulator(origin).tk(newMobile());
    const { context, page } = await openVisit(browser);
    const referrers: string[] = [];
    const codes = new Set<string>();
    const note = (request: Request): void => {
      const { searchParams } = new URL(request.url());
      const code = searchParams.get("code");
      if (code !== null && searchParams.has("state")) codes.add(code);
      referrers.push(request.headers()["referer"] ?? "");
    };
    context.on("request", note);
    await openAppPage(page, `${appAddress(origin)}${formPath(activityId)}&utm_source=sms&tk=${tk}`);
    await page
      .getByText(/1\d\d\*{4}\d{4}/)
      .first()
      .waitFor();
    // A second person returns from the provider.
    const { context: second, page: other } = await openVisit(browser);
    second.on("request", note);
    await other.goto(appAddress(origin) + formPath(activityId));
    await goToProviderLogin(other);
    await logInAtProvider(other, newMobile());
    await other
      .getByText(/1\d\d\*{4}\d{4}/)
      .first()
      .waitFor();
    expect(codes.size).toBe(1);

    const left: string[] = [];
    for (const each of [page, other]) {
      // Leaving the page sends the last events.
      await each.waitForLoadState("networkidle");
      const session = await each.context().newCDPSession(each);
      const { entries } = await session.send("Page.getNavigationHistory");
      left.push(...entries.map(({ url }) => url));
      left.push(await each.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])));
      await each.goto(`${appAddress(origin)}404`);
    }
    await expect.poll(async () => (await storedEvents(origin)).length).toBeGreaterThan(1);
    left.push(...referrers, product.output(), JSON.stringify(await storedEvents(origin)));
    const secrets = Object.fromEntries([tk, ...codes].map((secret, at) => [`secret ${at}`, secret]));
    expect(left.flatMap((text) => foundIn(text, secrets))).toEqual([]);
    await context.close();
    await second.close();
  });

  test("Z06 X16 MA12 an order leaves recipient, address and remark in no log, address, event or answer to others", async () => {
    const { origin } = product;
    const who = await newPerson(origin);
    const call = contractClient(origin, { token: who.token, idempotencyKey: randomUUID() });
    const [name, detail, remark] = ["隐名", "隐路", "隐言"].map(
      (word) => `${word}${randomUUID().slice(0, 6)}`,
    ) as [string, string, string];
    const mobile = newMobile();
    const place = { provinceCode: "310000", cityCode: "310100", districtCode: "310106" };
    const { addressId } = await call(addAddress, { ...place, name, mobile, detail });
    const { list } = await call(listProducts, { inStock: "1", kind: "goods" });
    const { skus } = await call(showProduct, { id: list[0]?.productId ?? "" });
    const { list: offers } = await call(showOffers, { skuIds: skus.map(({ skuId }) => skuId).join(",") });
    const skuId = offers.find(({ stock }) => stock !== "out")?.skuId ?? "";
    const choices = { lines: [{ skuId, qty: 1 }], delivery: "express" as const, addressId };
    const { money } = await call(previewCheckout, choices);
    const wanted = { ...choices, payableFen: money.payableFen, remark, noReturnAgreed: true };
    const { orderId } = await call(placeOrder, wanted);

    const addresses: string[] = [];
    const { context, page } = await openVisitAs(browser, origin, who);
    context.on("request", (request) => addresses.push(request.url(), request.headers()["referer"] ?? ""));
    await page.goto(`${appAddress(origin)}mall/order/${orderId}`);
    await page.getByText(remark).waitFor();
    await page.goto(`${appAddress(origin)}404`);
    await context.close();

    const api = `${origin}/mall-api/`;
    const json = { "content-type": "application/json", "x-access-token": who.token };
    const broken = `{"remark":"${remark}","name":"${name}","detail":"${detail}","mobile":"${mobile}",`;
    const refused = [placeOrder, addAddress].flatMap(({ paths: [path] }) => [
      fetch(api + path, { method: "POST", headers: json, body: broken }),
      fetch(api + path, { method: "POST", headers: json, body: `${broken}"lines":7}` }),
    ]);
    for (const path of Object.values(noticePaths))
      refused.push(fetch(api + path, { method: "POST", headers: json, body: broken }));
    await Promise.all(refused);
    const other = contractClient(origin, { token: (await newPerson(origin)).token });
    const answers = [
      await other(showOrder, { id: orderId }).then((answer) => JSON.stringify(answer), String),
      await other(previewCheckout, choices).then((answer) => JSON.stringify(answer), String),
      await (await fetch(`${appAddress(origin)}mall/order/${orderId}`)).text(),
      await (await fetch(`${origin}/metrics`)).text(),
      JSON.stringify(await storedEvents(origin)),
    ];
    await fetch(`${origin}/mall-api/last?remark=${encodeURIComponent(remark)}`);
    await expect.poll(() => product.output()).toContain('"path":"/mall-api/last"');
    const secrets = { name, detail, remark, mobile };
    expect([...addresses, ...answers, product.output()].flatMap((text) => foundIn(text, secrets))).toEqual(
      [],
    );
  });
});
