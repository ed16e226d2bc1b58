import type { ArticleDetail } from "#contract/club/articles.ts";
import { formatCount } from "../../ui/display/format.ts";
import { Avatar } from "../shared/avatar.tsx";
import { useToggle } from "../shared/use-toggle.ts";
import { clubMessages } from "../messages.ts";

type LikersProps = { article: Pick<ArticleDetail, "articleId" | "liked" | "likes" | "likedBy"> };

/** Avatars of some likers and the count, which follows the like button (mockup 10-club-article). */
export function Likers({ article: { articleId, liked, likes, likedBy } }: LikersProps) {
  const { count } = useToggle("article", articleId, { isOn: liked, count: likes });
  if (count === 0) return null;
  return (
    <p className="row g2 cl-lk">
      {likedBy.length > 0 && (
        <span className="cl-avs" aria-hidden="true">
          {/* Limited by the count, since the viewer may just have removed their own like. */}
          {likedBy.slice(0, count).map(({ id, avatar }) => (
            <Avatar key={id} url={avatar} size={28} />
          ))}
        </span>
      )}
      <span className="bs c2 num">{clubMessages.likers(formatCount(count))}</span>
    </p>
  );
}
