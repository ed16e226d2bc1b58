import { Refusal } from "#contract/errors.ts";
import { communityLimits } from "#contract/community-limits.ts";
import type { Article } from "#contract/community-shapes.ts";
import type { Club } from "./club.ts";
import { authorOf } from "./rules.ts";
import { draftOf, keptOf, plainOf, shownOf, type Named } from "./text.ts";
import { words } from "./words.ts";

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
export async function writtenText(
  club: Club,
  input: string,
  { hasParagraphs, most, mayBeEmpty }: Terms,
): Promise<{ content: string; mentions: Named[] }> {
  const fault = (content: string) => new Refusal("invalid", { fields: { content } });
  const draft = draftOf(input, hasParagraphs);
  const rows = await club.members.named(draft.ids.slice(0, 5 * communityLimits.mentionsMost));
  const people = new Map(
    [...rows].flatMap(([asked, row]) => {
      const { id, displayName } = authorOf(row);
      return row.deleted_time === null ? [[asked, { id, displayName }] as const] : [];
    }),
  );
  const kept = keptOf(draft, people, communityLimits.mentionsMost);
  const byId = new Map(kept.mentions.map((one) => [one.id, one]));
  const text = plainOf(shownOf(kept.content, byId, words.gone));
  if (!mayBeEmpty && /^[\p{White_Space}\p{Cc}\p{Cf}]*$/u.test(text)) throw fault(words.empty);
  if ([...text].length > most) throw fault(words.tooLong(most));
  if (club.hasBadWord(text)) throw fault(words.badWord);
  return kept;
}

type Writing = {
  readonly title: string;
  readonly content: string;
  readonly pictureIds: readonly string[];
};
/** An article as it is kept: title and text judged, each picture once. @throws Refusal "invalid" */
export async function writtenArticle(club: Club, { pictureIds, ...input }: Writing) {
  const title = input.title.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, " ").trim();
  if (club.hasBadWord(title)) throw new Refusal("invalid", { fields: { title: words.badWord } });
  const images = [...new Set(pictureIds)];
  const text = await writtenText(club, input.content, {
    hasParagraphs: true,
    most: communityLimits.articleMost,
    mayBeEmpty: images.length > 0,
  });
  return { title, ...text, images };
}

/** Takes the uploaded pictures into use. @throws Refusal "invalid" where one is not the user's */
export async function takePictures(club: Club, ids: readonly string[], userId: string): Promise<void> {
  const used: string[] = [];
  for (const id of ids) {
    if (await club.doors.pictures.use(id, userId)) used.push(id);
    else {
      await releasePictures(club, used);
      throw new Refusal("invalid", { fields: { pictureIds: words.noPicture } });
    }
  }
}

/** Gives up pictures that an article shows no more; addresses of the maker's own stay. */
export async function releasePictures(club: Club, images: readonly string[]): Promise<void> {
  for (const image of images) if (/^\d+$/.test(image)) await club.doors.pictures.release(image);
}

export const noArticle = () => new Refusal("notFound", { message: words.noArticle });

/** The caller's own article as they see it. @throws Refusal "notFound" */
export async function shownArticle(club: Club, articleId: string, viewer: string): Promise<Article> {
  const row = await club.articles.one(articleId, viewer);
  const [article] = row ? await club.present.articles([row], viewer) : [];
  if (!article) throw noArticle();
  return article;
}
