import type { Article } from "#contract/community-shapes.ts";
import { toast } from "../platform/http/challenges.ts";
import { share } from "../platform/share.ts";
import { nodesOf, plainText } from "./rich-nodes.ts";
import { titleOfArticle } from "./titles.ts";
import { words } from "./words.ts";

/** Letters of a text that a share shows. */
const SHORT = 60;

async function offer(title: string, text: string, path: string, imageUrl: string | undefined): Promise<void> {
  const outcome = await share({ title, text, path, ...(imageUrl !== undefined && { imageUrl }) });
  if (outcome === "shared") toast(words.shared);
  if (outcome === "copied") toast(words.copied);
  if (outcome === "failed") toast(words.shareFailed);
}

/** Offers an article to others, and says what came of it. @param path as useHref gives it */
export function shareArticle(article: Article, path: string): void {
  const text = [...plainText(nodesOf(article.content)).replace(/\s+/g, " ")].slice(0, SHORT).join("");
  // Pictures of people have addresses that are over in ten minutes: none is handed on.
  void offer(titleOfArticle(article), text, path, undefined);
}

/** The same for a group. */
export const shareGroup = (group: { name: string; intro: string; coverUrl: string }, path: string): void =>
  void offer(group.name, group.intro, path, group.coverUrl);
