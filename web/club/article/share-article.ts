import type { Article } from "#contract/club/shapes.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { sharePage } from "../../platform/share/share.ts";
import { nodesOf, plainText } from "../shared/rich-nodes.ts";
import { articleTitle } from "../screen-titles.ts";
import { clubMessages } from "../messages.ts";

/** Letters of a text that a share shows. */
const SHORT = 60;

async function shareAndReport(
  title: string,
  text: string,
  path: string,
  imageUrl: string | undefined,
): Promise<void> {
  const outcome = await sharePage({ title, text, path, ...(imageUrl !== undefined && { imageUrl }) });
  if (outcome === "shared") showToast(clubMessages.shared);
  if (outcome === "copied") showToast(clubMessages.copied);
  if (outcome === "failed") showToast(clubMessages.shareFailed);
}

/** Offers an article to others, and says what came of it. @param path as useHref gives it */
export function shareArticle(article: Article, path: string): void {
  const text = [...plainText(nodesOf(article.content)).replace(/\s+/g, " ")].slice(0, SHORT).join("");
  // Pictures of people have addresses that are over in ten minutes: none is handed on.
  void shareAndReport(articleTitle(article), text, path, undefined);
}

/** The same for a group. */
export const shareGroup = (group: { name: string; intro: string; coverUrl: string }, path: string): void =>
  void shareAndReport(group.name, group.intro, path, group.coverUrl);
