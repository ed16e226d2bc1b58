import { readFileSync } from "node:fs";

type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;
let names: Names | null = null;
/** Written by the build, whose class names are short (scripts/css-modules/vite-plugin.ts). */
const builtNames = (): Names =>
  (names ??= JSON.parse(
    readFileSync(new URL("../../build/class-names.json", import.meta.url), "utf8"),
  ) as Names);

/**
 * Selects the elements of a class in the built pages.
 * @param sheet its style sheet, without ".module.css"; with its folder where several have that name. One of the console
 * has its whole path, "console/…"
 * @param name the class as the sheet writes it
 */
export function classSelector(sheet: string, name: string): string {
  const isOfConsole = sheet.startsWith("console/");
  const found = Object.entries(builtNames()).filter(
    ([path]) => path.endsWith(`/${sheet}.module.css`) && path.startsWith("web/console/") === isOfConsole,
  );
  const scoped = found.length === 1 ? found[0]?.[1][name] : undefined;
  if (scoped === undefined) throw new Error(`${found.length} style sheets ${sheet}; no class ${name}`);
  return `.${scoped}`;
}

/** An activity in the list, not its skeleton. */
export const listCard = (): string => `a${classSelector("card", "listCard")}`;
/** The form of a sign-up page. */
export const signUpForm = (): string => `form${classSelector("sign-up", "form")}`;
