import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { limitConnections, handleClientError } from "./connection-timeouts.ts";

const LARGE = Buffer.alloc(32 * 1024 * 1024);
let server: Server;
let port = 0;
/** Open connections of the server. */
const connections = new Set<Socket>();
const clients: Socket[] = [];
/** Number of connections since the start. */
let accepted = 0;
beforeAll(async () => {
  server = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
    if (request.url === "/large") return void response.end(LARGE);
    return void request.resume().on("end", () => response.end("complete"));
  });
  server.on("clientError", handleClientError);
  server.on("connection", (socket: Socket) => {
    accepted++;
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
  });
  limitConnections(server, { headers: 400, request: 600, silence: 800 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});
afterAll(() => server.close());

async function open(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  clients.push(socket);
  await once(socket, "connect");
  return socket;
}
/** Sends single bytes, so that the connection is never idle. @returns all data until the server closes it */
async function drip(head: string): Promise<string> {
  const socket = await open();
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.write(head);
  const closed = once(socket, "close");
  let isClosed = false;
  void closed.then(() => (isClosed = true));
  while (!isClosed) {
    if (!socket.writableEnded) socket.write("a");
    await setTimeout(20);
  }
  return received;
}
const fetchText = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/`)).text();

test.each([
  ["a head", "GET / HTTP/1.1\r\nhost: x\r\nx-a: "],
  ["a body", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n"],
])(
  "T10 a client that drips %s gets 408 and is disconnected; others are served meanwhile",
  async (_name, head) => {
    const before = accepted;
    const slow = Promise.all(Array.from({ length: 20 }, () => drip(head)));
    await expect.poll(() => accepted).toBeGreaterThanOrEqual(before + 20);
    expect(await fetchText()).toBe("complete");
    for (const received of await slow) expect(received).toContain("HTTP/1.1 408 ");
  },
);

test.each([
  ["does not read the response", 1],
  ["sends 500 requests and reads no response", 500],
])("T10 a client that %s is disconnected; others are served meanwhile", async (_name, times) => {
  const before = connections.size;
  const slow = await Promise.all(Array.from({ length: 5 }, open));
  for (const socket of slow) {
    socket.pause();
    socket.write("GET /large HTTP/1.1\r\nhost: x\r\n\r\n".repeat(times));
  }
  expect(await fetchText()).toBe("complete");
  // The connection of `fetch` stays open for its next request.
  await expect.poll(() => connections.size).toBeLessThanOrEqual(before + 1);
});
