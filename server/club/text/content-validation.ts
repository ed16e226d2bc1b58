import { Refusal } from "#contract/core/errors.ts";
import { countCharacters } from "#contract/core/characters.ts";
import { isBlank, trimmed } from "#contract/core/text.ts";
import { clubLimits } from "#contract/club/limits.ts";
import type { ClubContext } from "../club-context.ts";
import { clubMessages } from "../messages.ts";
import { authorOf } from "../rules.ts";
import { cleanText, storedTextOf, plainTextOf, displayedTextOf, type NamedInText } from "./rich-text.ts";

type TextLimits = {
  readonly hasParagraphs: boolean;
  /** Characters of the displayed text. */
  readonly most: number;
  readonly mayBeEmpty: boolean;
};

/**
 * Sanitises a text for storage; its mentions are validated against existing members.
 * @throws Refusal "invalid": empty, too long, or with a forbidden word
 */
export async function validateText(
  club: ClubContext,
  input: string,
  { hasParagraphs, most, mayBeEmpty }: TextLimits,
): Promise<{ content: string; mentions: NamedInText[] }> {
  const fault = (content: string) => new Refusal("invalid", { fields: { content } });
  const draft = cleanText(input, hasParagraphs);
  const rows = await club.members.findByIds(draft.ids.slice(0, 5 * clubLimits.maxMentions));
  const people = new Map(
    [...rows].flatMap(([asked, row]) => {
      const { id, displayName } = authorOf(row);
      return row.deleted_time === null ? [[asked, { id, displayName }] as const] : [];
    }),
  );
  const stored = storedTextOf(draft, people, clubLimits.maxMentions);
  const byId = new Map(stored.mentions.map((one) => [one.id, one]));
  const text = plainTextOf(displayedTextOf(stored.content, byId, clubMessages.deletedUser));
  if (!mayBeEmpty && isBlank(text)) throw fault(clubMessages.empty);
  if (countCharacters(text) > most) throw fault(clubMessages.tooLong(most));
  if (await club.words.has(text)) throw fault(clubMessages.forbiddenWord);
  return stored;
}

type ArticleInput = {
  readonly title: string;
  readonly content: string;
  readonly pictureIds: readonly string[];
};
/** Sanitises title and text of an article and removes duplicate pictures. @throws Refusal "invalid" */
export async function validateArticle(club: ClubContext, { pictureIds, ...input }: ArticleInput) {
  const title = trimmed(input.title.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, " "));
  if (await club.words.has(title))
    throw new Refusal("invalid", { fields: { title: clubMessages.forbiddenWord } });
  const images = [...new Set(pictureIds)];
  const text = await validateText(club, input.content, {
    hasParagraphs: true,
    most: clubLimits.maxArticleLength,
    mayBeEmpty: images.length > 0,
  });
  return { title, ...text, images };
}
