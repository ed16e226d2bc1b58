import { countCharacters } from "#contract/core/characters.ts";
import { cutText } from "#contract/core/text.ts";
import sanitizeHtml from "sanitize-html";

/** A piece of a text: markup, or a mention with its original text. */
type Piece = string | { readonly id: string; readonly text: string };
/** A sanitised text, before its mentions are validated. */
export type CleanedText = {
  readonly pieces: readonly Piece[];
  /** Ids of the mentioned members in order, without duplicates. */
  readonly ids: string[];
};
/** A mentioned member. */
export type NamedInText = { readonly id: string; readonly displayName: string };

const AT = /<at data-id="(\d{1,19})">|<\/at>/g;
/** A stored mention has no name; the current name is inserted when the text is read. */
const STORED_MENTION = /<at data-id="(\d{1,19})"><\/at>/g;

/** Allowed markup (requirements P20, P21): paragraphs, emphasis and mentions; no attribute except data-id. */
const options = (hasParagraphs: boolean): sanitizeHtml.IOptions => ({
  allowedTags: hasParagraphs ? ["p", "br", "strong", "em", "at"] : ["br", "strong", "em", "at"],
  allowedAttributes: { at: ["data-id"] },
  allowedSchemes: [],
  nestingLimit: 20,
  // Converts equivalent tags, because editors differ in the tags that they produce.
  transformTags: {
    b: "strong",
    i: "em",
    ...(hasParagraphs && { div: "p", h1: "p", h2: "p", h3: "p", h4: "p", li: "p", blockquote: "p" }),
    at: (_name, { "data-id": id = "" }) => ({
      tagName: "at",
      attribs: /^\d{1,19}$/.test(id) ? { "data-id": id } : {},
    }),
  },
  // Replaces a mention without a valid id by its text.
  exclusiveFilter: ({ tag, attribs }) => (tag === "at" && !attribs["data-id"] ? "excludeTag" : false),
});

const entities: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
const escapes: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", '"': "&quot;", "&": "&amp;" };
const escapeMarkup = (text: string): string => text.replace(/[<>"&]/g, (found) => escapes[found] ?? found);
/** Converts stored markup to plain text. */
export const plainTextOf = (html: string): string =>
  html
    .replace(/<\/p>|<br \/>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:lt|gt|quot|amp);/g, (found) => entities[found] ?? found)
    .trim();

/** Converts the line breaks of plain text to paragraphs; text that already has paragraphs keeps them. */
function withParagraphs(html: string): string {
  if (/<p>/.test(html)) return html;
  const lines = html.split(/\n+|(?:<br \/>\s*){2,}/).map((line) => line.trim());
  return lines.flatMap((line) => (line === "" ? [] : [`<p>${line}</p>`])).join("");
}
/** Removes control characters and direction overrides. */
const withoutControls = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\ufeff]/gu, "");

/** Sanitises the markup that an editor sent. @param hasParagraphs true for articles; comments have lines only */
export function cleanText(input: string, hasParagraphs: boolean): CleanedText {
  const rules = options(hasParagraphs);
  const clean = sanitizeHtml(withoutControls(input), rules).trim();
  // Sanitises again, because a paragraph that begins within another element ends it.
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

/** The text for storage; mentions of members who are not in `people`, or beyond the first `most`, become plain text. */
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

/**
 * The text for display, with the current name of each mentioned member (requirement P21).
 * @param names by the id in the text
 * @param deletedUser name for members whose account is deleted
 */
export const displayedTextOf = (
  content: string,
  names: ReadonlyMap<string, NamedInText>,
  deletedUser: string,
): string =>
  content.replace(STORED_MENTION, (_all, id: string) => {
    const person = names.get(id);
    return `<at data-id="${person?.id ?? id}">@${escapeMarkup(person?.displayName ?? deletedUser)}</at>`;
  });

/** The first characters of a text as plain text, with an ellipsis if it is longer. */
export function excerptOf(html: string, most: number): string {
  const text = plainTextOf(html).replace(/\s+/g, " ");
  return countCharacters(text) > most ? `${cutText(text, most)}…` : text;
}
