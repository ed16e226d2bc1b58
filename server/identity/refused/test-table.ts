import { afterAll, expect, test } from "vitest";
import type { BrowserAnswer } from "../test-browser.ts";

/** What came of a case: the HTTP status, and the error as the protocol, our envelope or the page names it. */
export type RefusalOutcome = readonly [status: number, error: string];

export type RefusalCase = {
  /** What is wrong with the request. */
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
/** The protocol's error codes come in an address, a body, a header or our page. */
export function refusalOutcomeOf({ status, headers, location, text }: BrowserAnswer): RefusalOutcome {
  const back = location === null ? null : new URL(location.replace("#", location.includes("?") ? "&" : "?"));
  const challenged = /error="([^"]+)"/.exec(headers.get("www-authenticate") ?? "")?.[1];
  return [status, back?.searchParams.get("error") ?? fromText(text) ?? challenged ?? ""];
}

/** Whatever an answer is refused for, nothing that is worth something may be in it. */
function expectNothingGiven({ text, location, status }: BrowserAnswer, home: string): void {
  expect(status < 500 || status >= 600, "no fault of ours").toBe(true);
  const worth =
    /[?&#]code=|"(access_token|id_token|refresh_token|sxToken|accessToken|redirectTo)":"[\w.:/-]{12,}/;
  expect(`${text} ${location ?? ""}`, "nothing given away").not.toMatch(worth);
  expect(new URL(location ?? home).origin, "not sent elsewhere").toBe(home);
}

/**
 * One test for each case: refused in just the expected way, with nothing given away. At the end the
 * table of all that ran is printed.
 * @param home the only origin that an answer may lead to
 */
export function testRefusals(title: string, home: string, cases: readonly RefusalCase[]): void {
  const rows: string[] = [];
  test.each(cases.map((each) => [each.name, each] as const))(`${title}: %s`, async (_name, each) => {
    const answer = await each.send();
    const outcome = refusalOutcomeOf(answer);
    rows.push(`  ${String(outcome[0]).padEnd(4)} ${outcome[1].padEnd(26)} ${each.name}`);
    expect(outcome).toEqual(each.expected);
    expectNothingGiven(answer, home);
  });
  afterAll(() => {
    console.info(`${title}: ${rows.length} refused\n${rows.toSorted().join("\n")}`);
  });
}
