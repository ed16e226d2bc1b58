import { mobile as mobileField, personName } from "#contract/core/fields.ts";
import { trimmed } from "#contract/core/text.ts";
import { invitationMessages } from "./messages.ts";

/** Guest of one line of a list. */
export type GuestLine = {
  /** Line of the list, from 1. */
  readonly row: number;
  readonly name: string;
  /** Mobile that stood behind the name; "": none. It is not stored. */
  readonly mobile: string;
};
type GuestLines = {
  readonly guests: readonly GuestLine[];
  readonly faults: readonly { readonly row: number; readonly fault: string }[];
};

/** A name, and behind it a number of at least five digits, as in a row that was copied from a spreadsheet. */
const NAME_AND_NUMBER = /^(.*?)[\s,，;；:：]*(\+?\d[\d\s-]{4,})$/u;
/** Further cells of a row are not of interest. */
const CELL_END = /\t|,(?=\s*[^\d\s+])/u;

function parseLine(line: string): { name: string; number: string } {
  const [, name = line, number = ""] = NAME_AND_NUMBER.exec(line) ?? [];
  if (number !== "")
    return { name: trimmed(name.replaceAll("\t", " ")), number: number.replaceAll(/[\s-]/g, "") };
  return { name: trimmed(line.split(CELL_END)[0] ?? ""), number };
}

/**
 * Parses a list of guests, one a line; empty lines are left out. The command and the console call this function, so that
 * what one refuses, both refuse.
 */
export function parseGuestLines(text: string): GuestLines {
  const guests: GuestLine[] = [];
  const faults: { row: number; fault: string }[] = [];
  const rowOfMobile = new Map<string, number>();
  for (const [at, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = trimmed(raw);
    if (line === "") continue;
    const row = at + 1;
    const { name, number } = parseLine(line);
    const { error } = personName.safeParse(name);
    const mobile = number === "" ? undefined : mobileField.safeParse(number);
    const before = mobile?.success ? rowOfMobile.get(mobile.data) : undefined;
    if (error) faults.push({ row, fault: error.issues[0]?.message ?? invitationMessages.noName });
    else if (mobile !== undefined && !mobile.success)
      faults.push({ row, fault: invitationMessages.wrongMobile });
    else if (before !== undefined) faults.push({ row, fault: invitationMessages.sameMobile(before) });
    else guests.push({ row, name, mobile: mobile?.data ?? "" });
    if (mobile?.success && before === undefined) rowOfMobile.set(mobile.data, row);
  }
  return { guests, faults };
}
