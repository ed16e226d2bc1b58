import type { ArticleDetail } from "#contract/community-articles.ts";
import type { Moderation } from "#contract/community-complaints.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { removeOwnArticle } from "./remove-article.ts";
import { Review } from "./review.tsx";
import { words } from "./words.ts";

/** Above an article that its author alone reads: why, and the way to have it looked at again (requirement P23). */
export function HiddenNotice({ articleId, hidden }: { articleId: string; hidden: Moderation }) {
  const { by, reason, explanation, review } = hidden;
  const because = explanation === "" && reason !== null ? words.report.reasons[reason] : explanation;
  return (
    <div className="cl-hn">
      <Notice kind="warn">
        <p className="md">{words.onlyYours}</p>
        <p>{words.notices.moderation.hidden("article", by, review === "decided")}</p>
        {because !== "" && <p>{words.because(because)}</p>}
        <Review kind="article" targetId={articleId} known={review} />
      </Notice>
    </div>
  );
}

/** What its author can do with it, in place of what everybody can. */
export const HiddenBar = ({
  article: { articleId },
  onGone,
}: {
  article: ArticleDetail;
  onGone: () => void;
}) => (
  <Button look="outline" isWide onClick={() => void removeOwnArticle(articleId, onGone)}>
    {words.remove}
  </Button>
);
