import type { Article } from "#contract/club/shapes.ts";
import type { ClubContext } from "../club-context.ts";
import { articleNotFound } from "../refusals.ts";

/** The caller's own article as they see it. @throws Refusal "notFound" */
export async function presentOwnArticle(
  club: ClubContext,
  articleId: string,
  viewer: string,
): Promise<Article> {
  const row = await club.articles.find(articleId, viewer);
  const [article] = row ? await club.present.articles([row], viewer) : [];
  if (!article) throw articleNotFound();
  return article;
}
