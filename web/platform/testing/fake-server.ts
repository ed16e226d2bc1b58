import { vi } from "vitest";

export type FakeRequest = {
  readonly url: URL;
  /** The last part of the path. */
  readonly name: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; null without one. */
  readonly body: unknown;
};
export type FakeEnvelope = { readonly code: string; readonly message?: string; readonly data?: unknown };

/**
 * Answers the page's requests instead of a server, until mocks are restored.
 * @param answer an envelope, a whole response, or null for a network that is down
 * @returns the requests made, in order
 */
export function fakeServer(
  answer: (request: FakeRequest) => FakeEnvelope | Response | Promise<Response> | null,
): FakeRequest[] {
  const requests: FakeRequest[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const request: FakeRequest = {
      url,
      name: url.pathname.split("/").at(-1) ?? "",
      method: init?.method ?? "GET",
      headers: (init?.headers ?? {}) as Record<string, string>,
      body: typeof init?.body === "string" ? JSON.parse(init.body) : null,
    };
    requests.push(request);
    const reply = await answer(request);
    if (reply === null) throw new TypeError("no network");
    return reply instanceof Response ? reply : Response.json(reply);
  });
  return requests;
}

/** An answer of any status: an envelope, or the given body. */
export type FakeAnswer = {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  code?: string;
  message?: string;
  data?: unknown;
};
/** Creates a response. Chromium accepts statuses over 599 from a server, but not in the constructor. */
export function responseOf({ status = 200, headers = {}, body, ...envelope }: FakeAnswer): Response {
  const response = new Response(body ?? JSON.stringify({ code: "00", message: "成功", ...envelope }), {
    headers,
  });
  Object.defineProperty(response, "status", { value: status });
  return response;
}
