/** Mention within a text: `text.slice(start, end)` is "@" and the name. */
export type TextMention = {
  readonly id: string;
  /** Without the "@". */
  readonly name: string;
  readonly start: number;
  readonly end: number;
};
/** Text being written, with its mentions in order and without overlaps. */
export type MentionText = { readonly text: string; readonly mentions: readonly TextMention[] };
export const emptyMentionText: MentionText = { text: "", mentions: [] };

/** Mention that is being typed: position of its "@", and the characters after it. */
export type MentionQuery = { readonly start: number; readonly query: string };

/** Maximum distance of the "@" before the caret; longer than any name. */
const MAX_QUERY_LENGTH = 30;

/** Difference of two texts: `before.slice(from, beforeEnd)` became `after.slice(from, afterEnd)`. */
function diff(before: string, after: string, caret: number): [number, number, number] {
  // The text after the caret is unchanged, which distinguishes repeated characters.
  const maxSuffix = Math.min(after.length - caret, before.length);
  let suffix = 0;
  while (suffix < maxSuffix && before[before.length - 1 - suffix] === after[after.length - 1 - suffix])
    suffix++;
  const maxPrefix = Math.min(before.length, after.length) - suffix;
  let from = 0;
  while (from < maxPrefix && before[from] === after[from]) from++;
  return [from, before.length - suffix, after.length - suffix];
}

const shift = (mention: TextMention, by: number): TextMention => ({
  ...mention,
  start: mention.start + by,
  end: mention.end + by,
});

/**
 * Applies an edit of the field. A mention survives as long as its name is not edited; deleting its last character
 * deletes the whole name.
 * @param caret position after the edit
 * @param isComposing an input method composes: the text must not be changed
 */
export function applyEdit(
  before: MentionText,
  text: string,
  caret: number,
  isComposing = false,
): { value: MentionText; caret: number } {
  const [from, beforeEnd, afterEnd] = diff(before.text, text, caret);
  const by = afterEnd - beforeEnd;
  const kept = before.mentions.flatMap((mention) => {
    if (mention.end <= from) return [mention];
    return mention.start >= beforeEnd ? [shift(mention, by)] : [];
  });
  const shortened = before.mentions.find(
    ({ start, end }) => end === beforeEnd && start < from && afterEnd === from && beforeEnd > from,
  );
  if (shortened === undefined || isComposing) return { value: { text, mentions: kept }, caret };
  const rest = from - shortened.start;
  return {
    value: {
      text: text.slice(0, shortened.start) + text.slice(from),
      mentions: kept.map((mention) => (mention.start >= from ? shift(mention, -rest) : mention)),
    },
    caret: shortened.start,
  };
}

/** Mention being typed at the caret; null if there is none. */
export function mentionQueryAt({ text, mentions }: MentionText, caret: number): MentionQuery | null {
  const before = text.slice(Math.max(0, caret - MAX_QUERY_LENGTH), caret);
  const found = /(?:^|[^A-Za-z0-9_.])@([^\s@]*)$/u.exec(before);
  if (found === null) return null;
  const query = found[1] ?? "";
  const start = caret - query.length - 1;
  return mentions.some((mention) => mention.start <= start && start < mention.end) ? null : { start, query };
}

/** Inserts an "@" at the caret, after a space if the text before it requires one. */
export function startMention(value: MentionText, caret: number): { value: MentionText; caret: number } {
  const before = value.text.slice(0, caret);
  const at = /[A-Za-z0-9_.]$/.test(before) ? " @" : "@";
  return applyEdit(value, before + at + value.text.slice(caret), caret + at.length);
}

/** Replaces the query by a mention and a space. */
export function insertMention(
  { text, mentions }: MentionText,
  { start, query }: MentionQuery,
  { id, name }: Pick<TextMention, "id" | "name">,
): { value: MentionText; caret: number } {
  const typedEnd = start + 1 + query.length;
  const end = start + 1 + name.length;
  const hasSpace = text[typedEnd] === " ";
  const by = end + (hasSpace ? 0 : 1) - typedEnd;
  return {
    value: {
      text: `${text.slice(0, start)}@${name}${hasSpace ? "" : " "}${text.slice(typedEnd)}`,
      mentions: [
        ...mentions.filter((mention) => mention.end <= start),
        { id, name, start, end },
        ...mentions.filter((mention) => mention.start >= typedEnd).map((mention) => shift(mention, by)),
      ],
    },
    caret: end + 1,
  };
}

/** Splits a text into plain parts and mentions. */
export function mentionTextParts({ text, mentions }: MentionText): (string | TextMention)[] {
  const parts: (string | TextMention)[] = [];
  let at = 0;
  for (const mention of mentions) {
    if (mention.start > at) parts.push(text.slice(at, mention.start));
    parts.push(mention);
    at = mention.end;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}
