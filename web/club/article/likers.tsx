import type { ArticleDetail } from "#contract/club/articles.ts";
import { formatCount } from "../../ui/display/format.ts";
import { Avatar } from "../shared/avatar.tsx";
import { useToggle } from "../shared/use-toggle.ts";
import { clubMessages } from "../messages.ts";
import * as articleCss from "./article.module.css";
import * as groupCss from "../group/group.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type LikersProps = { article: Pick<ArticleDetail, "articleId" | "liked" | "likes" | "likedBy"> };

/** Avatars of some likers and the count, which follows the like button (mockup 10-club-article). */
export function Likers({ article: { articleId, liked, likes, likedBy } }: LikersProps) {
  const { count } = useToggle("article", articleId, { isOn: liked, count: likes });
  if (count === 0) return null;
  return (
    <p className={`${layoutCss.row} ${layoutCss.gap2} ${articleCss.likers}`}>
      {likedBy.length > 0 && (
        <span className={groupCss.avatars} aria-hidden="true">
          {/* Limited by the count, since the viewer may just have removed their own like. */}
          {likedBy.slice(0, count).map(({ id, avatar }) => (
            <Avatar key={id} url={avatar} size={28} />
          ))}
        </span>
      )}
      <span className={`${textCss.small} ${textCss.secondary} ${textCss.numeric}`}>
        {clubMessages.likers(formatCount(count))}
      </span>
    </p>
  );
}
