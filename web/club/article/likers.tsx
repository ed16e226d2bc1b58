import type { ArticleDetail } from "#contract/club/articles.ts";
import { formatCount } from "../../ui/display/format.ts";
import { Avatar } from "../shared/avatar.tsx";
import { useToggle } from "../shared/use-toggle.ts";
import { clubMessages } from "../messages.ts";

type LikersProps = { article: Pick<ArticleDetail, "articleId" | "liked" | "likes" | "likedBy"> };

/** Some of those who like an article, and how many do; counts along with the button (mockup 10-club-article). */
export function Likers({ article: { articleId, liked, likes, likedBy } }: LikersProps) {
  const { count } = useToggle("article", articleId, { isOn: liked, count: likes });
  if (count === 0) return null;
  return (
    <p className="row g2 cl-lk">
      {likedBy.length > 0 && (
        <span className="cl-avs" aria-hidden="true">
          {/* One's own may be among them that has just been taken back. */}
          {likedBy.slice(0, count).map(({ id, avatar }) => (
            <Avatar key={id} url={avatar} size={28} />
          ))}
        </span>
      )}
      <span className="bs c2 num">{clubMessages.likers(formatCount(count))}</span>
    </p>
  );
}
