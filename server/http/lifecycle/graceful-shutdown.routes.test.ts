import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tokenLogin } from "#contract/session/session.ts";
import { testApp, type TestApp } from "../../testing/app.ts";

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await testApp();
  port = Number(new URL(await app.listen()).port);
});
afterAll(() => app.close());

/** Sends the head of a request without its end. @returns sends the rest, and resolves to all data until the connection closes */
async function beginRequest(head: string, body = ""): Promise<() => Promise<string>> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.write(head);
  // Until the server has read it, the connection counts as one that nothing comes on.
  await setTimeout(200);
  return async () => {
    socket.write(`\r\n${body}`);
    await once(socket, "close");
    return received;
  };
}

test("Z03 a request that arrives while the server closes is answered, and its connection is closed", async () => {
  const call = await beginRequest("GET /mall-api/nobody HTTP/1.1\r\nhost: x\r\n");
  const login = await beginRequest("POST /pass/token HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n");
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
  port = Number(new URL(await server.listen()).port);
  const { accessToken } = await server.modules.identity.mintAccessToken("13812346002");
  const body = JSON.stringify({ accessToken });
  const path = `/mall-api/${tokenLogin.paths[0]}`;
  const type = `content-type: application/json\r\ncontent-length: ${String(body.length)}\r\n`;
  const login = await beginRequest(`POST ${path} HTTP/1.1\r\nhost: x\r\n${type}`, body);
  const closing = server.app.close();
  await expect.poll(() => server.app.server.listening).toBe(false);
  expect(await login()).toContain('"code":"00"');
  await closing;
  await server.close();
});
