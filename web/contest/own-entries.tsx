import * as contestCss from "./contest.module.css";
import type { OwnContestEntry } from "#contract/contest/contest.ts";
import { raiseChallenge, showToast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { Button } from "../ui/form/button.tsx";
import { formatCount } from "../ui/display/format.ts";
import { ResponsivePicture } from "../ui/media/picture.tsx";
import { withdrawEntry } from "./api.ts";
import { contestMessages } from "./messages.ts";
import * as contentCss from "../ui/styles/content.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

const texts = contestMessages.own;

type OwnEntriesProps = {
  activityId: string;
  entries: readonly OwnContestEntry[];
  canWithdraw: boolean;
  onWithdrawn: () => void;
};

/** The person's own entries with their state, also those that nobody else sees. */
export function OwnEntries({ activityId, entries, canWithdraw, onWithdrawn }: OwnEntriesProps) {
  const withdraw = async (entryId: string): Promise<void> => {
    if (!(await raiseChallenge("dialog", texts.ask))) return;
    try {
      await withdrawEntry(send, activityId, entryId);
      showToast(texts.withdrawn);
      onWithdrawn();
    } catch (error) {
      // The call itself shows a refusal.
      if (asRefusal(error) === null) throw error;
    }
  };
  if (entries.length === 0) return null;
  return (
    <section className={contentCss.panel}>
      <h2>{texts.title}</h2>
      <ul className={contestCss.own}>
        {entries.map(({ entryId, caption, pictureUrl, votes, state }) => (
          <li key={entryId} className={`${layoutCss.row} ${layoutCss.gap3}`}>
            <div className={contestCss.thumbnail}>
              <ResponsivePicture url={pictureUrl} alt="" width={64} height={64} />
            </div>
            <div className={layoutCss.grow}>
              <p className={`${textCss.small} ${contestCss.caption}`} dir="auto">
                {caption}
              </p>
              <p className={`${textCss.caption} ${textCss.secondary} ${textCss.numeric}`}>
                {state === "shown" ? contestMessages.votes(formatCount(votes)) : texts[state]}
              </p>
            </div>
            {canWithdraw && (
              <Button
                look="quiet"
                size="small"
                aria-label={texts.withdrawNamed(caption)}
                onClick={() => void withdraw(entryId)}
              >
                {texts.withdraw}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
