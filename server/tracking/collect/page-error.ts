import { errorMessage, framesOfEvent, pathPattern } from "#contract/tracking/page-error.ts";

type Values = Readonly<Record<string, unknown>>;

/** Properties that a `page_error` shares with other events. */
const COMMON = new Set(["platform_type", "dianshang_type", "$lib", "$lib_version", "$screen_width"]);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * The properties of a browser's error that may be stored, whatever a client sends: the error and its place, but neither
 * the address nor the title of the page, nor personal data within the message (requirements X16, X18).
 */
export function pageErrorProperties(sent: Values): Record<string, unknown> {
  const common = Object.fromEntries(Object.entries(sent).filter(([name]) => COMMON.has(name)));
  const word = (name: string): string =>
    textOf(sent[name])
      .replace(/[^\w-]/g, "")
      .slice(0, 40);
  return {
    ...common,
    kind: word("kind"),
    release: word("release"),
    route: pathPattern(textOf(sent["route"])),
    message: errorMessage(textOf(sent["message"])),
    stack: framesOfEvent(textOf(sent["stack"])).join(" "),
  };
}
