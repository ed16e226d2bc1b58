/** What stands for {name} in a concept's texts. */
export type TemplateValues = Readonly<Record<string, string>>;

/**
 * A template with its words put in; a blank parts a word's digit or letter from a Chinese
 * character beside it. @throws Error where a word is missing
 */
export const fillTemplate = (template: string, words: TemplateValues): string =>
  template.replace(
    /(\p{Script=Han}?)\{(\w+)\}(?=(\p{Script=Han}?))/gu,
    (_, before: string, name: string, after: string) => {
      const word = words[name];
      if (word === undefined) throw new Error(`no word for {${name}} in "${template}"`);
      const start = before !== "" && /^[\dA-Za-z]/.test(word) ? " " : "";
      const end = after !== "" && /[\dA-Za-z]$/.test(word) ? " " : "";
      return before + start + word + end;
    },
  );

/** The lines of a block, blank ones left out. */
export const nonEmptyLines = (block: string): string[] =>
  block
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** A line's parts: before and after the first " | ". */
export function splitAtBar(line: string): [string, string] {
  const [first = "", ...rest] = line.split(" | ");
  return [first, rest.join(" | ")];
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A picture as the server's sanitiser leaves it; covers are 3:2. @param alt without quotes or angle brackets */
export const pictureHtml = (url: string, alt: string): string =>
  `<img src="${url}" alt="${alt}" width="750" height="500" loading="lazy" decoding="async" />`;

/** Lines of the little markup of `ConceptTexts.text` as HTML. @param picture what a line "!" becomes */
export function toHtml(text: string, picture: string): string {
  let html = "";
  let items: string[] = [];
  const endList = () => {
    if (items.length > 0) html += `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join("")}</ul>`;
    items = [];
  };
  for (const line of nonEmptyLines(text)) {
    if (line.startsWith("- ")) {
      items.push(line.slice(2));
      continue;
    }
    endList();
    if (line === "!") html += picture;
    else if (line.startsWith("# ")) html += `<h3>${escaped(line.slice(2))}</h3>`;
    else html += `<p>${escaped(line)}</p>`;
  }
  endList();
  return html;
}
