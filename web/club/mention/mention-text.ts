/** Somebody named within a text: `text.slice(start, end)` is "@" and the name. */
export type TextMention = {
  readonly id: string;
  /** Without the "@". */
  readonly name: string;
  readonly start: number;
  readonly end: number;
};
/** What is being written: plain text, and who is named in it, in order and apart from each other. */
export type MentionText = { readonly text: string; readonly mentions: readonly TextMention[] };
export const emptyMentionText: MentionText = { text: "", mentions: [] };

/** A name that is being typed: where its "@" stands, and what follows it so far. */
export type MentionQuery = { readonly start: number; readonly query: string };

/** How far before the caret an "@" still counts; longer than any name. */
const FARTHEST = 30;

/** What an edit replaced: `before.slice(from, beforeEnd)` became `after.slice(from, afterEnd)`. */
function changeBetween(before: string, after: string, caret: number): [number, number, number] {
  // Where the caret stands tells repeated letters apart: what follows it has not changed.
  const behind = Math.min(after.length - caret, before.length);
  let same = 0;
  while (same < behind && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  const most = Math.min(before.length, after.length) - same;
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  return [from, before.length - same, after.length - same];
}

const moved = (mention: TextMention, by: number): TextMention => ({
  ...mention,
  start: mention.start + by,
  end: mention.end + by,
});

/**
 * The text after an edit of the field. Who is named stays named as long as nothing of the name is
 * touched; taking away its last letter takes the whole name.
 * @param caret behind the edit
 * @param isComposing an input method is at work: its text is left as it is, letter for letter
 */
export function applyEdit(
  before: MentionText,
  text: string,
  caret: number,
  isComposing = false,
): { value: MentionText; caret: number } {
  const [from, beforeEnd, afterEnd] = changeBetween(before.text, text, caret);
  const by = afterEnd - beforeEnd;
  const kept = before.mentions.flatMap((mention) => {
    if (mention.end <= from) return [mention];
    return mention.start >= beforeEnd ? [moved(mention, by)] : [];
  });
  const bitten = before.mentions.find(
    ({ start, end }) => end === beforeEnd && start < from && afterEnd === from && beforeEnd > from,
  );
  if (bitten === undefined || isComposing) return { value: { text, mentions: kept }, caret };
  const rest = from - bitten.start;
  return {
    value: {
      text: text.slice(0, bitten.start) + text.slice(from),
      mentions: kept.map((mention) => (mention.start >= from ? moved(mention, -rest) : mention)),
    },
    caret: bitten.start,
  };
}

/** The name being typed at the caret; null where there is none. */
export function mentionQueryAt({ text, mentions }: MentionText, caret: number): MentionQuery | null {
  const before = text.slice(Math.max(0, caret - FARTHEST), caret);
  const found = /(?:^|[^A-Za-z0-9_.])@([^\s@]*)$/u.exec(before);
  if (found === null) return null;
  const query = found[1] ?? "";
  const start = caret - query.length - 1;
  return mentions.some((mention) => mention.start <= start && start < mention.end) ? null : { start, query };
}

/** Begins to name somebody at the caret. @returns the caret too */
export function startMention(value: MentionText, caret: number): { value: MentionText; caret: number } {
  const before = value.text.slice(0, caret);
  const begun = /[A-Za-z0-9_.]$/.test(before) ? " @" : "@";
  return applyEdit(value, before + begun + value.text.slice(caret), caret + begun.length);
}

/** Puts a name in the place of what was typed of it, a blank behind it. @returns the caret too */
export function insertMention(
  { text, mentions }: MentionText,
  { start, query }: MentionQuery,
  { id, name }: Pick<TextMention, "id" | "name">,
): { value: MentionText; caret: number } {
  const typedEnd = start + 1 + query.length;
  const end = start + 1 + name.length;
  const hasBlank = text[typedEnd] === " ";
  const by = end + (hasBlank ? 0 : 1) - typedEnd;
  return {
    value: {
      text: `${text.slice(0, start)}@${name}${hasBlank ? "" : " "}${text.slice(typedEnd)}`,
      mentions: [
        ...mentions.filter((mention) => mention.end <= start),
        { id, name, start, end },
        ...mentions.filter((mention) => mention.start >= typedEnd).map((mention) => moved(mention, by)),
      ],
    },
    caret: end + 1,
  };
}

/** A text in its parts: plain ones and names. */
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
