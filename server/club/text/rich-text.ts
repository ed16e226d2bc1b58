import sanitizeHtml from "sanitize-html";

/** A piece of a text: markup, or somebody named in it, with what stood there. */
type Piece = string | { readonly id: string; readonly text: string };
/** A text as it was sent, cleaned. */
export type CleanedText = {
  readonly pieces: readonly Piece[];
  /** Named in it, each once, in order. */ readonly ids: string[];
};
/** Somebody who is there to be named. */
export type NamedInText = { readonly id: string; readonly displayName: string };

const AT = /<at data-id="(\d{1,19})">|<\/at>/g;
/** As it is kept: without a name, which is put in when it is read. */
const STORED_MENTION = /<at data-id="(\d{1,19})"><\/at>/g;

/** What a text may hold (requirements P20, P21): paragraphs, stress, mentions; no other attribute than data-id. */
const options = (hasParagraphs: boolean): sanitizeHtml.IOptions => ({
  allowedTags: hasParagraphs ? ["p", "br", "strong", "em", "at"] : ["br", "strong", "em", "at"],
  allowedAttributes: { at: ["data-id"] },
  allowedSchemes: [],
  nestingLimit: 20,
  // Editors of different makers write the same things differently.
  transformTags: {
    b: "strong",
    i: "em",
    ...(hasParagraphs && { div: "p", h1: "p", h2: "p", h3: "p", h4: "p", li: "p", blockquote: "p" }),
    at: (_name, { "data-id": id = "" }) => ({
      tagName: "at",
      attribs: /^\d{1,19}$/.test(id) ? { "data-id": id } : {},
    }),
  },
  // Nobody's mention: its text stays.
  exclusiveFilter: ({ tag, attribs }) => (tag === "at" && !attribs["data-id"] ? "excludeTag" : false),
});

const entities: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
const escapes: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", '"': "&quot;", "&": "&amp;" };
export const escapeMarkup = (text: string): string =>
  text.replace(/[<>"&]/g, (found) => escapes[found] ?? found);
/** Markup of ours as it is read. */
export const plainTextOf = (html: string): string =>
  html
    .replace(/<\/p>|<br \/>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:lt|gt|quot|amp);/g, (found) => entities[found] ?? found)
    .trim();

/** Line breaks of plain text become paragraphs; what has some already keeps them. */
function withParagraphs(html: string): string {
  if (/<p>/.test(html)) return html;
  const lines = html.split(/\n+|(?:<br \/>\s*){2,}/).map((line) => line.trim());
  return lines.flatMap((line) => (line === "" ? [] : [`<p>${line}</p>`])).join("");
}
/** No control characters, and none that turn the direction of what follows. */
const withoutControls = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\ufeff]/gu, "");

/** Cleans what an editor sent. @param hasParagraphs an article's; a comment has lines only */
export function cleanText(input: string, hasParagraphs: boolean): CleanedText {
  const rules = options(hasParagraphs);
  const clean = sanitizeHtml(withoutControls(input), rules).trim();
  // Again: a paragraph that begins within something else ends it.
  const html = hasParagraphs ? sanitizeHtml(withParagraphs(clean), rules) : clean.replace(/\n{3,}/g, "\n\n");
  const pieces: Piece[] = [];
  let from = 0;
  let open: { id: string; from: number } | null = null;
  let depth = 0;
  for (const found of html.matchAll(AT)) {
    const [tag, id] = found;
    const end = found.index + tag.length;
    if (id !== undefined && depth++ === 0) {
      pieces.push(html.slice(from, found.index));
      open = { id, from: end };
    } else if (id === undefined && --depth === 0 && open !== null) {
      pieces.push({ id: open.id, text: plainTextOf(html.slice(open.from, found.index)) });
      open = null;
      from = end;
    }
  }
  if (open === null) pieces.push(html.slice(from));
  const ids = pieces.flatMap((piece) => (typeof piece === "string" ? [] : [piece.id]));
  return { pieces, ids: [...new Set(ids)] };
}

/** The text as it is kept. Whoever is not among `people`, and whoever comes after `most` others, is plain text. */
export function storedTextOf(
  { pieces }: CleanedText,
  people: ReadonlyMap<string, NamedInText>,
  most: number,
): { content: string; mentions: NamedInText[] } {
  const named = new Map<string, NamedInText>();
  const content = pieces
    .map((piece) => {
      if (typeof piece === "string") return piece;
      const person = people.get(piece.id);
      if (!person || (named.size >= most && !named.has(person.id))) return escapeMarkup(piece.text);
      named.set(person.id, person);
      return `<at data-id="${person.id}"></at>`;
    })
    .join("");
  return { content, mentions: [...named.values()].map(({ id, displayName }) => ({ id, displayName })) };
}

/** The text as it is shown: each name as it is now (requirement P21). @param newest by the id that the text holds */
export const displayedTextOf = (
  content: string,
  newest: ReadonlyMap<string, NamedInText>,
  gone: string,
): string =>
  content.replace(STORED_MENTION, (_all, id: string) => {
    const person = newest.get(id);
    return `<at data-id="${person?.id ?? id}">@${escapeMarkup(person?.displayName ?? gone)}</at>`;
  });

/** First characters of a text as it is read; with an ellipsis where more follows. */
export function excerptOf(html: string, most: number): string {
  const characters = [...plainTextOf(html).replace(/\s+/g, " ")];
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : characters.join("");
}
