import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { withLoaderFailure } from "./loader-failure.ts";
import { provideRequestId } from "./server-context.ts";

const context = new RouterContextProvider();
provideRequestId(context, "request-1");
const thrown = (reason: unknown) =>
  withLoaderFailure(context, Promise.reject(reason)).catch((error: unknown) => error);

it.each<[RefusalName, number]>([
  ["busy", 503],
  ["unreachable", 503],
  ["timeout", 503],
  ["internal", 500],
  ["systemFailed", 500],
])("V28 %s leaves a server loader as a response with its refusal and status %i", async (name, status) => {
  const refusal = new Refusal(name);
  expect(await thrown(refusal)).toMatchObject({
    data: { refusal: name, message: refusal.message, requestId: "request-1" },
    init: { status },
  });
});
it("other errors and responses are rethrown unchanged, and a result is returned", async () => {
  const programmingError = new Error("x is undefined");
  expect(await thrown(programmingError)).toBe(programmingError);
  const redirect = new Response(null, { status: 302 });
  expect(await thrown(redirect)).toBe(redirect);
  expect(await withLoaderFailure(context, Promise.resolve("page"))).toBe("page");
});
