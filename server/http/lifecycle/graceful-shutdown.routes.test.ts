import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tokenLogin } from "#contract/session/session.ts";
import { testApp, type TestApp } from "../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.listen();
});
afterAll(() => app.close());

/** Sends the head of a request without its end. @returns sends the rest, and resolves to all data until the connection closes */
async function beginRequest(
  { app: { server } }: TestApp,
  head: string,
  body = "",
): Promise<() => Promise<string>> {
  const accepted = once(server, "connection") as Promise<[Socket]>;
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [connection] = await accepted;
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.write(head);
  // Until the server has read the head, it treats the connection as idle.
  await expect.poll(() => connection.bytesRead).toBe(head.length);
  return async () => {
    socket.write(`\r\n${body}`);
    await once(socket, "close");
    return received;
  };
}

test("Z03 a request that arrives while the server closes is answered, and its connection is closed", async () => {
  const call = await beginRequest(app, "GET /mall-api/nobody HTTP/1.1\r\nhost: x\r\n");
  const login = await beginRequest(app, "POST /pass/token HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n");
  const closing = app.app.close();
  await expect.poll(() => app.app.server.listening).toBe(false);
  const [answer, refused] = await Promise.all([call(), login()]);
  await closing;
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(answer).toContain('"code":"404"');
  expect(refused).toMatch(/^HTTP\/1\.1 400 /);
  expect(refused).toMatch(/^connection: close\r$/im);
});

test("Z03 D03 a login that arrives while the server closes is completed, with requests to its own provider", async () => {
  const server = await testApp();
  await server.listen();
  const { accessToken } = await server.modules.identity.mintAccessToken("13812346002");
  const body = JSON.stringify({ accessToken });
  const path = `/mall-api/${tokenLogin.paths[0]}`;
  const type = `content-type: application/json\r\ncontent-length: ${String(body.length)}\r\n`;
  const login = await beginRequest(server, `POST ${path} HTTP/1.1\r\nhost: x\r\n${type}`, body);
  const closing = server.app.close();
  await expect.poll(() => server.app.server.listening).toBe(false);
  expect(await login()).toContain('"code":"00"');
  await closing;
  await server.close();
});
