/** Values of custom properties, `#0f4a4e` or `rgb(…)`, by name. */
export type ThemeColours = Readonly<Record<string, string>>;

/** Resolves custom properties to colours: an element takes each one as its colour. */
function resolve(names: readonly string[]): ThemeColours {
  const probe = document.createElement("span");
  document.body.append(probe);
  const colours = names.map((name) => {
    probe.style.color = `var(${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(colours);
}

/** Colours of both themes. The document's theme is changed and restored within one task, so that nothing is painted. */
export function readThemeColours(names: readonly string[]): { light: ThemeColours; dark: ThemeColours } {
  const { dataset } = document.documentElement;
  const before = dataset["theme"];
  dataset["theme"] = "light";
  const light = resolve(names);
  dataset["theme"] = "dark";
  const dark = resolve(names);
  if (before === undefined) delete dataset["theme"];
  else dataset["theme"] = before;
  return { light, dark };
}
