/** Values of the placeholders in a concept's texts. */
export type TemplateValues = Readonly<Record<string, string>>;

/**
 * Fills in a template; a space separates a value's digit or letter from an adjacent Chinese character.
 * @throws Error if a value is missing
 */
export const fillTemplate = (template: string, values: TemplateValues): string =>
  template.replace(
    /(\p{Script=Han}?)\{(\w+)\}(?=(\p{Script=Han}?))/gu,
    (_, before: string, name: string, after: string) => {
      const word = values[name];
      if (word === undefined) throw new Error(`no value for {${name}} in "${template}"`);
      const start = before !== "" && /^[\dA-Za-z]/.test(word) ? " " : "";
      const end = after !== "" && /[\dA-Za-z]$/.test(word) ? " " : "";
      return before + start + word + end;
    },
  );

/** Trimmed non-empty lines of a text. */
export const nonEmptyLines = (block: string): string[] =>
  block
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Splits a line at its first " | ". */
export function splitAtBar(line: string): [string, string] {
  const [first = "", ...rest] = line.split(" | ");
  return [first, rest.join(" | ")];
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A picture as the sanitizer leaves it; covers are 3:2. @param alt without quotes or angle brackets */
export const pictureHtml = (url: string, alt: string): string =>
  `<img src="${url}" alt="${alt}" width="750" height="500" loading="lazy" decoding="async" />`;

/** Converts the line markup of `ConceptTexts.text` to HTML. @param picture HTML of a line "!" */
export function toHtml(text: string, picture: string): string {
  let html = "";
  let items: string[] = [];
  const endList = () => {
    if (items.length > 0) html += `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join("")}</ul>`;
    items = [];
  };
  for (const line of nonEmptyLines(text)) {
    if (line.startsWith("- ")) {
      items.push(line.slice(2));
      continue;
    }
    endList();
    if (line === "!") html += picture;
    else if (line.startsWith("# ")) html += `<h3>${escapeHtml(line.slice(2))}</h3>`;
    else html += `<p>${escapeHtml(line)}</p>`;
  }
  endList();
  return html;
}
