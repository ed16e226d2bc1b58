import type { ContestEntry } from "#contract/contest/contest.ts";
import { Button } from "../ui/form/button.tsx";
import { CheckCircleIcon } from "../ui/icons/common-icons.tsx";
import { contestMessages } from "./messages.ts";

/** Name of an entry for screen readers and confirmations. */
export const nameOf = ({ title, authorName }: ContestEntry): string =>
  title === "" ? contestMessages.entryOf(authorName ?? "") : title;

type VoteButtonProps = {
  entry: ContestEntry;
  isVoted: boolean;
  isBusy: boolean;
  isWide?: boolean;
  onVote: (entryId: string, isOn: boolean) => void;
};

/** Gives the person's vote to an entry, or takes it back. */
export function VoteButton({ entry, isVoted, isBusy, isWide = false, onVote }: VoteButtonProps) {
  const { entryId, title, votes } = entry;
  const name = nameOf(entry);
  const offer = title === "" ? contestMessages.vote : contestMessages.voteChoice;
  const text = isVoted ? contestMessages.voted : offer;
  return (
    <Button
      look={isVoted ? "tonal" : isWide ? "primary" : "outline"}
      size="small"
      isWide={isWide}
      isBusy={isBusy}
      aria-pressed={isVoted}
      aria-label={contestMessages.voteFor(text, name, votes)}
      onClick={() => onVote(entryId, !isVoted)}
      data-tap="press"
      suppressHydrationWarning
    >
      {isVoted && <CheckCircleIcon size={16} />}
      {text}
    </Button>
  );
}
