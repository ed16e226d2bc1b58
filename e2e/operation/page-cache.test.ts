import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { startProduct, type RunningProduct } from "../testing/product.ts";

/** Time after which a rendered page is no longer fresh (server/http/pages/page-server.ts), ms. */
const STALE_AFTER = 2_100;

// Reduced logging: request logs would disable the fast path.
let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct({ LOG_LEVEL: "warn", SIMULATORS: "0", DEMO_DATA: "0", TRUST_PROXY: "1" });
});
afterAll(() => product.stop());

async function fastAnswerCount(): Promise<number> {
  const metrics = await (await fetch(`${product.origin}/metrics`)).text();
  return Number(/http_hot_answers_total\{process="1"\} (\d+)/.exec(metrics)?.[1]);
}
type Answer = { readonly body: string; readonly headers: Record<string, string>; readonly id: string };
async function page(headers: Record<string, string>, path = `${WEB_BASE}list`): Promise<Answer> {
  const answer = await fetch(product.origin + path, { headers });
  const { date: _date, connection: _connection, ...all } = Object.fromEntries(answer.headers);
  const { "x-request-id": id = "", ...rest } = all;
  return { body: await answer.text(), headers: rest, id };
}
/** Repeats a request until it is answered from memory, which happens once the page is rendered and fresh. */
async function fromMemory(headers: Record<string, string>): Promise<{ first: Answer; kept: Answer }> {
  const first = await page(headers);
  for (let tries = 0; tries < 200; tries++) {
    const before = await fastAnswerCount();
    const kept = await page(headers);
    if ((await fastAnswerCount()) > before) return { first, kept };
  }
  throw new Error("never from memory");
}
const wechat =
  "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.50";

test.each([
  ["as it is", { "accept-encoding": "identity" }],
  ["as Brotli", { "accept-encoding": "gzip, br" }],
  ["as gzip", { "accept-encoding": "gzip, deflate" }],
  ["in another city", { cookie: "marque_city=330100", "accept-encoding": "br" }],
  ["in another host", { "user-agent": wechat, "accept-encoding": "br" }],
])(
  "a page from memory, %s, has the body and headers of the first, and its own request id",
  async (_how, asked) => {
    const { first, kept } = await fromMemory(asked);
    expect(kept.headers).toEqual(first.headers);
    expect(kept.body).toBe(first.body);
    expect(kept.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(kept.id).not.toBe(first.id);
  },
);

test("city, host and encoding have separate cache entries", async () => {
  const { kept: near } = await fromMemory({ "accept-encoding": "br" });
  const { kept: far } = await fromMemory({ cookie: "marque_city=330100", "accept-encoding": "br" });
  const { kept: plain } = await fromMemory({ "accept-encoding": "identity" });
  expect(near.body).not.toBe(far.body);
  expect(near.headers["content-encoding"]).toBe("br");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  const { kept: gzipped } = await fromMemory({ "accept-encoding": "gzip" });
  expect([gzipped.headers["content-encoding"], gzipped.body]).toEqual(["gzip", near.body]);
});

test("a request with personal parameters, from another origin, or with another method than GET is not answered from memory", async () => {
  await fromMemory({});
  const before = await fastAnswerCount();
  expect((await page({}, `${WEB_BASE}list?code=x&state=y`)).headers["x-page"]).toBeUndefined();
  await page({ origin: "https://elsewhere.example" });
  await fetch(`${product.origin}${WEB_BASE}list`, { method: "HEAD" });
  expect(await fastAnswerCount()).toBe(before);
});

test("a page that is requested again is re-rendered in the background, and then compressed best", async () => {
  const size = async (): Promise<number> =>
    Number((await page({ "accept-encoding": "br" }, `${WEB_BASE}mall`)).headers["content-length"]);
  const first = await size();
  expect(first).toBeGreaterThan(0);
  await expect.poll(size, { interval: 500 }).toBeLessThan(first * 0.96);
});

test("a stale page is sent from memory too, until the next one is rendered", async () => {
  const path = `${WEB_BASE}club`;
  const renderedAt = async (): Promise<string | undefined> =>
    /"renderedAt":(\d+)/.exec((await page({}, path)).body)?.[1];
  const first = await renderedAt();
  // Keeps a fixed wait: freshness is a matter of real time, since only simulators can set the clock.
  await setTimeout(STALE_AFTER);
  // The first request for a stale page takes the slow path, later ones do not.
  expect(await renderedAt()).toBe(first);
  const before = await fastAnswerCount();
  expect(await renderedAt()).toBe(first);
  expect(await fastAnswerCount()).toBe(before + 1);
  await expect.poll(renderedAt, { interval: 200 }).not.toBe(first);
});

test("J15 U17 without a city in the address or cookie a page is for the city of the IP address, else for Shanghai", async () => {
  const shenzhen = { "x-forwarded-for": "219.133.0.1" };
  const cityOf = async (headers: Record<string, string>, path?: string) =>
    /当前城市：([^，]+)，/.exec((await page(headers, path)).body)?.[1];
  expect(await cityOf(shenzhen)).toBe("深圳");
  expect(await cityOf({ "x-forwarded-for": "2409:8a1e::1" })).toBe("上海");
  expect(await cityOf({ "x-forwarded-for": "240e:47d:c20:1627:30a3:ba0d:a5e6:ec19" })).toBe("广州");
  expect(await cityOf({ ...shenzhen, cookie: "marque_city=330100" })).toBe("杭州");
  expect(await cityOf({ ...shenzhen, cookie: "marque_city=330100" }, `${WEB_BASE}list?cityCode=420100`)).toBe(
    "武汉",
  );
  for (const address of ["8.8.8.8", "10.0.0.1", "nonsense"])
    expect(await cityOf({ "x-forwarded-for": address })).toBe("上海");
  // The same holds for a page from memory.
  const { kept } = await fromMemory(shenzhen);
  expect(kept.body).toContain("当前城市：深圳，");
});

test(
  "T10 a network that requests hundreds of uncached pages at once is throttled with a message; others are served, and so are cached pages",
  { timeout: 180_000 },
  async () => {
    const greedy = { "x-forwarded-for": "2001:db8:1:2::7" };
    const path = `${WEB_BASE}list`;
    const ask = async (word: string, headers: Record<string, string>) => {
      const answer = await fetch(`${product.origin}${path}${word && `?keyword=${word}`}`, { headers });
      return { status: answer.status, wait: answer.headers.get("retry-after"), body: await answer.text() };
    };
    const theirs: Awaited<ReturnType<typeof ask>>[] = [];
    const refusedOf = () => theirs.filter(({ status }) => status !== 200);
    // A slow machine answers some requests before the others arrive, so that several rounds may be needed.
    for (let turn = 0; turn < 5 && refusedOf().length === 0; turn++) {
      // Renews the cached page: on a slow machine a round takes longer than it stays fresh.
      await page({}, path);
      const asking = Promise.all(Array.from({ length: 500 }, (_, at) => ask(`odd${turn}x${at}`, greedy)));
      const [other, kept] = await Promise.all([
        ask(`other${turn}`, { "x-forwarded-for": "2001:db8:1:3::7" }),
        ask("", greedy),
      ]);
      expect([other.status, kept.status]).toEqual([200, 200]);
      theirs.push(...(await asking));
    }
    const refused = refusedOf();
    expect(refused.length).toBeGreaterThan(0);
    // The number of answers follows the machine's speed; a network that is throttled is not shut out.
    expect(theirs.length - refused.length).toBeGreaterThan(20);
    // On a slow machine some of those that wait are refused as busy (503) in the end.
    const throttled = refused.find(({ status }) => status === 429);
    expect(throttled?.wait).toBe("1");
    expect(throttled?.body).toContain("操作太频繁，请稍后再试");
    expect((await ask("again", greedy)).status).toBe(200);
  },
);
