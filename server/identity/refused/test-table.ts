import { afterAll, expect, test } from "vitest";
import type { BrowserAnswer } from "../test-browser.ts";

/** Outcome of a case: the HTTP status, and the error code of the protocol, of our envelope or of the page. */
export type RefusalOutcome = readonly [status: number, error: string];

export type RefusalCase = {
  /** Description of the invalid request. */
  readonly name: string;
  readonly send: () => Promise<BrowserAnswer>;
  readonly expected: RefusalOutcome;
};

const fromText = (text: string): string | undefined => {
  try {
    const body = JSON.parse(text) as { error?: string; code?: string };
    return body.error ?? body.code;
  } catch {
    return /<small>错误代码 ([^<]*)<\/small>/.exec(text)?.[1];
  }
};
/** Reads the error code, which may be in an address, a body, a header or our page. */
function refusalOutcomeOf({ status, headers, location, text }: BrowserAnswer): RefusalOutcome {
  const back = location === null ? null : new URL(location.replace("#", location.includes("?") ? "&" : "?"));
  const challenged = /error="([^"]+)"/.exec(headers.get("www-authenticate") ?? "")?.[1];
  return [status, back?.searchParams.get("error") ?? fromText(text) ?? challenged ?? ""];
}

/** Expects that a refusal contains no code or token and leads to no other origin. */
function expectNoSecret({ text, location, status }: BrowserAnswer, home: string): void {
  expect(status < 500 || status >= 600, "not a server error").toBe(true);
  const secrets =
    /[?&#]code=|"(access_token|id_token|refresh_token|sxToken|accessToken|redirectTo)":"[\w.:/-]{12,}/;
  expect(`${text} ${location ?? ""}`, "no secret").not.toMatch(secrets);
  expect(new URL(location ?? home).origin, "no redirect to another origin").toBe(home);
}

/**
 * Defines one test for each case, which must be refused exactly as expected and without secrets. Prints the
 * table of all outcomes at the end.
 * @param home the only origin that a response may lead to
 */
export function testRefusals(title: string, home: string, cases: readonly RefusalCase[]): void {
  const rows: string[] = [];
  test.each(cases.map((each) => [each.name, each] as const))(`${title}: %s`, async (_name, each) => {
    const answer = await each.send();
    const outcome = refusalOutcomeOf(answer);
    rows.push(`  ${String(outcome[0]).padEnd(4)} ${outcome[1].padEnd(26)} ${each.name}`);
    expect(outcome).toEqual(each.expected);
    expectNoSecret(answer, home);
  });
  afterAll(() => {
    console.info(`${title}: ${rows.length} refused\n${rows.toSorted().join("\n")}`);
  });
}
