import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import { bodyMemory } from "./request-bodies.ts";

const PATH = "/security/api/v1/captcha/slider";
let app: TestApp;
let port = 0;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await testApp({ settings: { CAPTCHA_TEST_X: "", TRUST_PROXY: "127.0.0.1" } });
  port = Number(new URL(await app.listen()).port);
});
afterEach(async () => {
  await Promise.all(
    sockets.splice(0).map(async (socket) => {
      if (socket.destroyed) return;
      const closed = once(socket, "close");
      socket.destroy();
      await closed;
    }),
  );
});
afterAll(() => app.close());

/** Opens a request whose body never ends. @returns the status line if the server answers before; else null */
async function halfSend(address: string, length: number): Promise<{ answer: Promise<string> }> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  sockets.push(socket);
  await once(socket, "connect");
  const head = [
    `POST ${PATH} HTTP/1.1`,
    "host: x",
    `x-forwarded-for: ${address}`,
    "content-type: application/json",
    `content-length: ${length}`,
  ];
  const answer = once(socket, "data").then(([data]) => String(data).split("\r\n", 1)[0] ?? "");
  socket.write(`${head.join("\r\n")}\r\n\r\n{"action":`);
  return { answer };
}
const statusFrom = async (address: string): Promise<number> =>
  (
    await fetch(`http://127.0.0.1:${port}${PATH}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address },
      body: JSON.stringify({ action: "sms", mobile: "13612345678" }),
    })
  ).status;

test("T10 half-sent bodies of one network are refused above its share, and others are served", async () => {
  const length = 200 * 1024;
  const fitting = Math.floor(bodyMemory.network / (length + 8 * 1024));
  for (let at = 0; at < fitting; at++) await halfSend("203.0.113.50", length);
  await expect.poll(() => statusFrom("203.0.113.51")).toBe(200);
  const refused = await halfSend("203.0.113.50", length);
  expect(await refused.answer).toBe("HTTP/1.1 429 Too Many Requests");
  expect(await statusFrom("203.0.113.51")).toBe(200);
});

test("T10 room comes back when bodies have arrived and when connections close", async () => {
  // More requests than the share of a network has room for, one after another.
  const most = bodyMemory.network / (8 * 1024);
  for (let at = 0; at < most + 100; at += 100)
    await Promise.all(Array.from({ length: 100 }, () => statusFrom("203.0.113.52")));
  const late = await halfSend("203.0.113.52", 100);
  sockets.at(-1)?.write(`"sms","mobile":"13612345678"}${" ".repeat(100)}`);
  expect(await late.answer).not.toContain("429 Too Many Requests\r");
  for (let round = 0; round < 3; round++) {
    const socket = await halfSend("203.0.113.53", 200 * 1024);
    void socket;
  }
});
