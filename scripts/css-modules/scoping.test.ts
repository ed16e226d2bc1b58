import { expect, test } from "vitest";
import { localNames, scopeStyles } from "./scoping.ts";

const sheets: Record<string, Record<string, string>> = {
  "/web/ui/state.module.css": { selected: "a", spin: "b" },
  "/web/club/card.module.css": { card: "c", title: "d", rise: "e" },
};
const namesOf = (file: string) => sheets[file] ?? {};
const css = `@value (
  selected,
  spin as turn
) from "../ui/state.module.css";
/* .title in a comment */
.card.selected > .title:not(.selected) { width: 0.5em; background: url("/a.card.png"); animation: turn 1s, rise 2s; content: ".title" }
@keyframes rise { from { opacity: 0 } }
@media (width <= 1023.98px) { .card { display: grid } }`;

test("a sheet's names are its own; names of others are theirs", () => {
  expect(localNames(css)).toEqual(["card", "title", "rise"]);
  expect(scopeStyles(css, "/web/club/card.module.css", namesOf)).toBe(`/* .title in a comment */
.c.a > .d:not(.a) { width: 0.5em; background: url("/a.card.png"); animation: b 1s, e 2s; content: ".title" }
@keyframes e { from { opacity: 0 } }
@media (width <= 1023.98px) { .c { display: grid } }`);
});

test("a name that the other sheet does not define is an error", () => {
  const wrong = '@value select from "../ui/state.module.css";\n.select {}';
  expect(() => scopeStyles(wrong, "/web/club/card.module.css", namesOf)).toThrow(
    "../ui/state.module.css does not define select",
  );
});
