import * as contestCss from "./contest.module.css";
import { lazy, Suspense, useState } from "react";
import { Link, useHref } from "react-router";
import type { ContestEntry, ContestRules } from "#contract/contest/contest.ts";
import { showToast } from "../platform/http/challenges.ts";
import { sharePage } from "../platform/share/share.ts";
import { Button } from "../ui/form/button.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { formatCount } from "../ui/display/format.ts";
import { ShareIcon } from "../ui/icons/detail-icons.tsx";
import { ResponsivePicture } from "../ui/media/picture.tsx";
import type { EntryCardProps } from "./entry-card.tsx";
import { contestMessages } from "./messages.ts";
import { VoteButton } from "./vote-button.tsx";
import { TitleText } from "../ui/display/title-text.tsx";
import * as contentCss from "../ui/styles/content.module.css";
import * as controlsCss from "../ui/styles/controls.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

/** Loaded when it is opened: its styles would be listed on every page. */
const ReportSheet = lazy(async () => ({ default: (await import("./report-sheet.tsx")).ReportSheet }));

type SharedEntryProps = {
  contest: ContestRules;
  /** undefined: it is gone. */
  entry: ContestEntry | undefined;
  vote: EntryCardProps["vote"];
};

async function share(contest: ContestRules, { authorName, caption }: ContestEntry, path: string) {
  const title = contestMessages.shareTitle(authorName ?? "", contest.activityTitle);
  // Shares the activity's cover, since signed URLs of people's pictures expire in ten minutes.
  const outcome = await sharePage({ title, text: caption, path, imageUrl: contest.coverUrl });
  if (outcome === "shared") showToast(contestMessages.shared);
  if (outcome === "copied") showToast(contestMessages.copied);
  if (outcome === "failed") showToast(contestMessages.shareFailed);
}

/** The entry of a link, large, with the ways to share and to report it; below are all others. */
export function SharedEntry({ contest, entry, vote }: SharedEntryProps) {
  const [isReporting, setReporting] = useState(false);
  const { activityId } = contest;
  const path = useHref(`/contest/${activityId}${entry ? `?entry=${entry.entryId}` : ""}`);
  if (entry === undefined)
    return (
      <section className={contentCss.panel}>
        <Notice kind="warn">{contestMessages.gone}</Notice>
      </section>
    );
  const { caption, authorName, pictureUrl, votes } = entry;
  return (
    <section className={`${contentCss.panel} ${contestCss.shared}`}>
      <div className={contestCss.large}>
        <ResponsivePicture
          url={pictureUrl}
          alt={contestMessages.pictureOf(caption)}
          width={390}
          height={390}
          widths={[390, 780, 1170]}
          sizes="(min-width: 1024px) 560px, 100vw"
          isFirst
        />
      </div>
      <div>
        <h2 className={textCss.title2} dir="auto">
          <TitleText text={caption} />
        </h2>
        <p className={`${textCss.small} ${textCss.secondary} ${layoutCss.marginTop1}`} dir="auto">
          {authorName}
        </p>
        <div className={contestCss.foot}>
          <span className={`${textCss.title2} ${textCss.numeric}`}>
            {contestMessages.votes(formatCount(votes))}
          </span>
          {vote && <VoteButton entry={entry} {...vote} />}
        </div>
        <div className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.wrap} ${layoutCss.marginTop3}`}>
          <Button look="tonal" size="small" onClick={() => void share(contest, entry, path)}>
            <ShareIcon size={20} />
            {contestMessages.share}
          </Button>
          <Button look="quiet" size="small" onClick={() => setReporting(true)}>
            {contestMessages.report.action}
          </Button>
          <Link className={controlsCss.link} to="?" preventScrollReset>
            {contestMessages.all}
          </Link>
        </div>
      </div>
      {isReporting && (
        <Suspense>
          <ReportSheet {...{ activityId, entry }} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </section>
  );
}
