import { Button } from "../../ui/form/button.tsx";
import { useToggle } from "../shared/use-toggle.ts";
import { clubMessages } from "../messages.ts";

type FollowButtonProps = { kind: "member"; id: string; name: string; followed: boolean; followers?: number };

/** Button that follows or unfollows a member. */
export function FollowButton({ kind, id, name, followed, followers = 0 }: FollowButtonProps) {
  const { isOn, toggle } = useToggle(kind, id, { isOn: followed, count: followers });
  return (
    <Button
      look={isOn ? "outline" : "tonal"}
      size="tiny"
      aria-pressed={isOn}
      aria-label={clubMessages.followNamed(name, isOn)}
      onClick={toggle}
      data-tap="press"
      suppressHydrationWarning
    >
      {isOn ? clubMessages.followed : clubMessages.follow}
    </Button>
  );
}
