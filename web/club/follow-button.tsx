import { Button } from "../ui/button.tsx";
import { useSwitch } from "./use-switch.ts";
import { words } from "./words.ts";

type FollowButtonProps = { kind: "member"; id: string; name: string; followed: boolean; followers?: number };

/** Follows somebody, or no longer. */
export function FollowButton({ kind, id, name, followed, followers = 0 }: FollowButtonProps) {
  const { isOn, toggle } = useSwitch(kind, id, { isOn: followed, count: followers });
  return (
    <Button
      look={isOn ? "outline" : "tonal"}
      size="tiny"
      aria-pressed={isOn}
      aria-label={words.followNamed(name, isOn)}
      onClick={toggle}
      data-tap="press"
      suppressHydrationWarning
    >
      {isOn ? words.followed : words.follow}
    </Button>
  );
}
