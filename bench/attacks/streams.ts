// A7: event streams, opened at once, and opened and dropped, by one address.
import { connect } from "node:net";
import type { AttackResult } from "./table.ts";
import { Client, type Target } from "./target.ts";

const STREAM = "/mall-api/community/article/stream?articleId=";
const ATTACKER = "203.0.113.7";
const AT_ONCE = 300;
const DROPPED = 2_600;
const MAX_STREAMS = 20;

/** An article that the club's page shows. @throws Error if the demo has none */
async function findArticle(origin: string): Promise<string> {
  const client = new Client(origin, "198.51.100.20");
  const { body } = await client.send("/marketing/area/activity/club");
  client.close();
  const [, id] = /(?:article\/|articleId[\\":,]+)(\d{16,19})/.exec(body) ?? [];
  if (id === undefined) throw new Error("no article found");
  return id;
}

/** Asks for a stream on a connection of its own. @returns the status; 0: none; `end` leaves */
function open(origin: string, address: string, articleId: string): { status: Promise<number>; end(): void } {
  const { port } = new URL(origin);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(`GET ${STREAM}${articleId} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${address}\r\n\r\n`);
  const status = new Promise<number>((resolve) => {
    socket.once("data", (head) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(head.toString())?.[1] ?? 0)));
    socket.once("error", () => resolve(0));
    socket.once("close", () => resolve(0));
  });
  return { status, end: () => void socket.destroy() };
}

export async function attackStreams({ origin }: Target): Promise<AttackResult[]> {
  const articleId = await findArticle(origin);
  const opened = Array.from({ length: AT_ONCE }, () => open(origin, ATTACKER, articleId));
  const statuses = await Promise.all(opened.map(({ status }) => status));
  for (const { end } of opened) end();
  const served = statuses.filter((status) => status === 200).length;
  // Leaves as soon as the request is sent, while the server looks for the article.
  for (let sent = 0; sent < DROPPED; sent += 100)
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const one = open(origin, ATTACKER, articleId);
        await new Promise((resolve) => setImmediate(resolve));
        one.end();
        await one.status;
      }),
    );
  const other = open(origin, "198.51.100.21", articleId);
  const status = await other.status;
  other.end();
  return [
    {
      name: `A7 ${AT_ONCE} streams of one address at once`,
      threshold: `at most ${MAX_STREAMS} open`,
      got: `${served} open`,
      isHeld: served > 0 && served <= MAX_STREAMS,
    },
    {
      name: `A7 another visitor after ${DROPPED} dropped streams`,
      threshold: "200",
      got: String(status),
      isHeld: status === 200,
    },
  ];
}
