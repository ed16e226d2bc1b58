import { classes } from "../ui/classes.ts";
import { formatCount } from "../ui/format.ts";
import { LikeIcon, LikedIcon } from "./icons.tsx";
import { useSwitch } from "./use-switch.ts";
import { words } from "./words.ts";

type LikeButtonProps = {
  kind: "article" | "comment";
  id: string;
  liked: boolean;
  likes: number;
  /** Of what, for whoever does not see it. */
  of: string;
  className?: string;
};

/** Likes, and how many do; on and off at once (requirement P22). */
export function LikeButton({ kind, id, liked, likes, of, className }: LikeButtonProps) {
  const { isOn, count, toggle } = useSwitch(kind, id, { isOn: liked, count: likes });
  return (
    <button
      type="button"
      className={classes("cl-like", className)}
      aria-pressed={isOn}
      aria-label={words.like(of, count)}
      onClick={toggle}
      data-tap="press"
      suppressHydrationWarning
    >
      {isOn ? (
        <LikedIcon size={kind === "article" ? 20 : 16} />
      ) : (
        <LikeIcon size={kind === "article" ? 20 : 16} />
      )}
      <span className="num">{count > 0 ? formatCount(count) : words.likeWord}</span>
    </button>
  );
}
