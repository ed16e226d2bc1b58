import type { ArticleDetail } from "#contract/club/articles.ts";
import type { Moderation } from "#contract/club/complaints.ts";
import { Button } from "../../ui/form/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { removeOwnArticle } from "./remove-article.ts";
import { ReviewRequestButton } from "../moderation/review-request.tsx";
import { clubMessages } from "../messages.ts";
import { groupMessages } from "../group/messages.ts";
import { writingMessages } from "../writing-messages.ts";
import * as articleCss from "./article.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Notice above a hidden article, which only its author sees: the reason and a request for review (requirement P23). */
export function HiddenArticleNotice({ articleId, hidden }: { articleId: string; hidden: Moderation }) {
  const { by, reason, explanation, review } = hidden;
  const reasonText =
    explanation === "" && reason !== null ? writingMessages.report.reasons[reason] : explanation;
  return (
    <div className={articleCss.hiddenNote}>
      <Notice kind="warn">
        <p className={textCss.medium}>{clubMessages.onlyYours}</p>
        <p>{clubMessages.notices.moderation.hidden("article", by, review === "decided")}</p>
        {reasonText !== "" && <p>{groupMessages.because(reasonText)}</p>}
        <ReviewRequestButton kind="article" targetId={articleId} known={review} />
      </Notice>
    </div>
  );
}

/** Actions of the author of a hidden article. */
export const HiddenArticleBar = ({
  article: { articleId },
  onGone,
}: {
  article: ArticleDetail;
  onGone: () => void;
}) => (
  <Button look="outline" isWide onClick={() => void removeOwnArticle(articleId, onGone)}>
    {clubMessages.remove}
  </Button>
);
