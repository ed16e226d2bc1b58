import type { IssuedInvitations } from "#contract/console/basics/invitations.ts";

/** A cell of CSV; one that a spreadsheet program would read as a formula has an apostrophe before it. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /["\n\r,]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The issued codes as CSV in UTF-8 with its mark, as Excel in China reads it. @param heads names of the columns */
export const toResultFile = (codes: IssuedInvitations["codes"], heads: readonly string[]): string =>
  "\uFEFF" +
  [heads, ...codes.map(({ name, mobile, url }) => [name, mobile, url])]
    .map((row) => row.map(cell).join(","))
    .join("\r\n") +
  "\r\n";
