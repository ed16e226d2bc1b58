import { Refusal } from "#contract/core/errors.ts";
import { clubLimits } from "#contract/club/limits.ts";
import type { Article } from "#contract/club/shapes.ts";
import type { ClubContext } from "../club-context.ts";
import { authorOf } from "../rules.ts";
import { cleanText, storedTextOf, plainTextOf, displayedTextOf, type NamedInText } from "./rich-text.ts";
import { clubMessages } from "../messages.ts";

type Terms = {
  readonly hasParagraphs: boolean;
  /** Characters as read. */
  readonly most: number;
  readonly mayBeEmpty: boolean;
};

/**
 * A text as it is kept: cleaned, its mentions held against the members there are.
 * @throws Refusal "invalid": empty, too long, or with a word that is not allowed
 */
export async function validateText(
  club: ClubContext,
  input: string,
  { hasParagraphs, most, mayBeEmpty }: Terms,
): Promise<{ content: string; mentions: NamedInText[] }> {
  const fault = (content: string) => new Refusal("invalid", { fields: { content } });
  const draft = cleanText(input, hasParagraphs);
  const rows = await club.members.named(draft.ids.slice(0, 5 * clubLimits.mentionsMost));
  const people = new Map(
    [...rows].flatMap(([asked, row]) => {
      const { id, displayName } = authorOf(row);
      return row.deleted_time === null ? [[asked, { id, displayName }] as const] : [];
    }),
  );
  const kept = storedTextOf(draft, people, clubLimits.mentionsMost);
  const byId = new Map(kept.mentions.map((one) => [one.id, one]));
  const text = plainTextOf(displayedTextOf(kept.content, byId, clubMessages.gone));
  if (!mayBeEmpty && /^[\p{White_Space}\p{Cc}\p{Cf}]*$/u.test(text)) throw fault(clubMessages.empty);
  if ([...text].length > most) throw fault(clubMessages.tooLong(most));
  if (club.hasBadWord(text)) throw fault(clubMessages.badWord);
  return kept;
}

type Writing = {
  readonly title: string;
  readonly content: string;
  readonly pictureIds: readonly string[];
};
/** An article as it is kept: title and text judged, each picture once. @throws Refusal "invalid" */
export async function validateArticle(club: ClubContext, { pictureIds, ...input }: Writing) {
  const title = input.title.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, " ").trim();
  if (club.hasBadWord(title)) throw new Refusal("invalid", { fields: { title: clubMessages.badWord } });
  const images = [...new Set(pictureIds)];
  const text = await validateText(club, input.content, {
    hasParagraphs: true,
    most: clubLimits.articleMost,
    mayBeEmpty: images.length > 0,
  });
  return { title, ...text, images };
}

/** Takes the uploaded pictures into use. @throws Refusal "invalid" where one is not the user's */
export async function claimPictures(
  club: ClubContext,
  ids: readonly string[],
  userId: string,
): Promise<void> {
  const used: string[] = [];
  for (const id of ids) {
    if (await club.ports.pictures.claim(id, userId)) used.push(id);
    else {
      await releasePictures(club, used);
      throw new Refusal("invalid", { fields: { pictureIds: clubMessages.noPicture } });
    }
  }
}

/** Gives up pictures that an article shows no more; addresses of the maker's own stay. */
export async function releasePictures(club: ClubContext, images: readonly string[]): Promise<void> {
  for (const image of images) if (/^\d+$/.test(image)) await club.ports.pictures.release(image);
}

export const articleNotFound = () => new Refusal("notFound", { message: clubMessages.noArticle });

/** The caller's own article as they see it. @throws Refusal "notFound" */
export async function presentOwnArticle(
  club: ClubContext,
  articleId: string,
  viewer: string,
): Promise<Article> {
  const row = await club.articles.one(articleId, viewer);
  const [article] = row ? await club.present.articles([row], viewer) : [];
  if (!article) throw articleNotFound();
  return article;
}
