import * as contestCss from "./contest.module.css";
import { Link } from "react-router";
import type { ContestEntry } from "#contract/contest/contest.ts";
import { formatCount } from "../ui/display/format.ts";
import { QuotaBar } from "../ui/display/quota-bar.tsx";
import { ResponsivePicture } from "../ui/media/picture.tsx";
import { contestMessages } from "./messages.ts";
import { nameOf, VoteButton } from "./vote-button.tsx";
import { TitleText } from "../ui/display/title-text.tsx";
import * as contentCss from "../ui/styles/content.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

export type EntryCardProps = {
  entry: ContestEntry;
  /** Place among the entries with most votes; null without a ranking. */
  place: number | null;
  isFirst: boolean;
  /** null hides the button. */
  vote: { isVoted: boolean; isBusy: boolean; onVote: (entryId: string, isOn: boolean) => void } | null;
};

const Place = ({ place }: { place: number | null }) =>
  place !== null && place <= 3 ? (
    <span className={contestCss.place} data-place={place}>
      {contestMessages.place(place)}
    </span>
  ) : null;

/** An entry of a person: picture, sentence, author, votes. */
export function EntryCard({ entry, place, isFirst, vote }: EntryCardProps) {
  const { entryId, caption, authorName, pictureUrl, votes } = entry;
  return (
    <li className={`${contentCss.card} ${contestCss.entry}`}>
      <Link
        className={contestCss.open}
        to={`?entry=${entryId}`}
        aria-label={contestMessages.open(nameOf(entry))}
      >
        <div className={contestCss.square}>
          <ResponsivePicture
            url={pictureUrl}
            alt={contestMessages.pictureOf(caption)}
            width={240}
            height={240}
            sizes="(min-width: 1024px) 240px, 46vw"
            isEager={isFirst}
          />
        </div>
        <Place place={place} />
      </Link>
      <div className={contestCss.about}>
        <p className={`${textCss.small} ${textCss.wholePhrases} ${contestCss.caption}`} dir="auto">
          <TitleText text={caption} />
        </p>
        <p className={`${textCss.caption} ${textCss.tertiary} ${contestCss.author}`} dir="auto">
          {authorName}
        </p>
        <div className={contestCss.foot}>
          <span className={`${textCss.small} ${textCss.medium} ${textCss.numeric}`}>
            {contestMessages.votes(formatCount(votes))}
          </span>
          {vote && <VoteButton entry={entry} {...vote} />}
        </div>
      </div>
    </li>
  );
}

/** A choice of the organiser: picture, name, description, and its share of the votes. */
export function ChoiceCard({ entry, place, total, isFirst, vote }: EntryCardProps & { total: number }) {
  const { title, caption, pictureUrl, votes } = entry;
  const percent = total === 0 ? 0 : Math.round((votes / total) * 100);
  return (
    <li className={`${contentCss.card} ${contestCss.choice}`}>
      <div className={contestCss.wide}>
        <ResponsivePicture
          url={pictureUrl}
          alt={title}
          width={358}
          height={201}
          sizes="(min-width: 1024px) 380px, 100vw"
          isFirst={isFirst}
        />
        <Place place={place} />
      </div>
      <div className={contestCss.about}>
        <h2 className={textCss.title2}>
          <TitleText text={title} />
        </h2>
        <p className={`${textCss.small} ${textCss.secondary}`}>{caption}</p>
        <div className={contestCss.share}>
          <QuotaBar percent={percent} isHot={place === 1} />
          <p className={`${layoutCss.row} ${textCss.caption} ${textCss.secondary} ${textCss.numeric}`}>
            <span className={layoutCss.grow}>{contestMessages.votes(formatCount(votes))}</span>
            {contestMessages.percent(percent)}
          </p>
        </div>
        {vote && <VoteButton entry={entry} {...vote} isWide />}
      </div>
    </li>
  );
}
