import { cutText } from "#contract/core/text.ts";
import type { Article } from "#contract/club/shapes.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { sharePage } from "../../platform/share/share.ts";
import { nodesOf, plainText } from "../shared/rich-nodes.ts";
import { articleTitle } from "../screen-titles.ts";
import { clubMessages } from "../messages.ts";

/** Length of the text of a share, characters. */
const TEXT_LENGTH = 60;

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

/** Shares an article and shows the outcome. @param path href of the article */
export function shareArticle(article: Article, path: string): void {
  const text = cutText(plainText(nodesOf(article.content)).replace(/\s+/g, " "), TEXT_LENGTH);
  // Shares no picture, since signed URLs of members' pictures expire in ten minutes.
  void shareAndReport(articleTitle(article), text, path, undefined);
}

/** Shares a group with its cover. */
export const shareGroup = (group: { name: string; intro: string; coverUrl: string }, path: string): void =>
  void shareAndReport(group.name, group.intro, path, group.coverUrl);
