import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** Starts an outside coupon system for a test file: it accepts everything but what it was told to answer otherwise. */
export async function outsideSystem() {
  const received: string[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    received.push(String(request.headers["idempotency-key"] ?? ""));
    request.resume();
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/issued`,
    /** Status of a coming answer. */
    answer: (status: number) => void answers.push(status),
    /** Idempotency keys of the requests. */
    keys: () => received,
    reset(): void {
      received.length = 0;
      answers.length = 0;
    },
  };
}
