import { classNames } from "../../ui/styles/class-names.ts";
import { formatCount } from "../../ui/display/format.ts";
import { LikeIcon, LikedIcon } from "../shared/icons.tsx";
import { useToggle } from "../shared/use-toggle.ts";
import { clubMessages } from "../messages.ts";
import * as feedCss from "../feed/feed.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type LikeButtonProps = {
  kind: "article" | "comment";
  id: string;
  liked: boolean;
  likes: number;
  /** Title of the target, for the accessible name. */
  title: string;
  className?: string;
};

/** Like button with its count; toggles optimistically (requirement P22). */
export function LikeButton({ kind, id, liked, likes, title, className }: LikeButtonProps) {
  const { isOn, count, toggle } = useToggle(kind, id, { isOn: liked, count: likes });
  return (
    <button
      type="button"
      className={classNames(feedCss.like, className)}
      aria-pressed={isOn}
      aria-label={clubMessages.like(title, count)}
      onClick={toggle}
      data-tap="press"
      suppressHydrationWarning
    >
      {isOn ? (
        <LikedIcon size={kind === "article" ? 20 : 16} />
      ) : (
        <LikeIcon size={kind === "article" ? 20 : 16} />
      )}
      <span className={textCss.numeric}>{count > 0 ? formatCount(count) : clubMessages.likeWord}</span>
    </button>
  );
}
