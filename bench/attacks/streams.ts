// A7: event streams, opened at once, and opened and dropped, by one address.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
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

type OpenStream = { readonly status: Promise<number>; end(): void };

/** Connects so many times, before anything is asked. */
const connectAll = (origin: string, count: number): Promise<Socket[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(new URL(origin).port), "127.0.0.1");
      socket.on("error", () => {});
      await Promise.race([once(socket, "connect"), once(socket, "close")]).catch(() => undefined);
      return socket;
    }),
  );

/** Asks for a stream. @returns the status; 0: none; `end` leaves */
function open(socket: Socket, address: string, articleId: string): OpenStream {
  socket.write(`GET ${STREAM}${articleId} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${address}\r\n\r\n`);
  const status = new Promise<number>((resolve) => {
    socket.once("data", (head) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(head.toString())?.[1] ?? 0)));
    socket.once("error", () => resolve(0));
    socket.once("close", () => resolve(0));
  });
  return { status, end: () => void socket.destroy() };
}

/** Asks for many streams at once, and leaves while the server looks for the article. */
async function dropStreams(origin: string, articleId: string): Promise<void> {
  const sockets: Socket[] = [];
  while (sockets.length < DROPPED) sockets.push(...(await connectAll(origin, 100)));
  const asked = sockets.map((socket) => open(socket, ATTACKER, articleId));
  for (const { end } of asked) {
    await new Promise((resolve) => setImmediate(resolve));
    end();
  }
  await Promise.all(asked.map(({ status }) => status));
}

export async function attackStreams({ origin }: Target): Promise<AttackResult[]> {
  const articleId = await findArticle(origin);
  const sockets = await connectAll(origin, AT_ONCE);
  const opened = sockets.map((socket) => open(socket, ATTACKER, articleId));
  const statuses = await Promise.all(opened.map(({ status }) => status));
  for (const { end } of opened) end();
  const served = statuses.filter((status) => status === 200).length;
  await dropStreams(origin, articleId);
  const [socket] = await connectAll(origin, 1);
  if (socket === undefined) throw new Error("no connection");
  const other = open(socket, "198.51.100.21", articleId);
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
