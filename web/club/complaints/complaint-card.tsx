import { useState } from "react";
import { Link } from "react-router";
import type { Complaint, ComplaintDecision } from "#contract/club/complaints.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { Button, type ButtonLook } from "../../ui/form/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { Avatar } from "../shared/avatar.tsx";
import { ArticlePictures } from "../article/article-pictures.tsx";
import { isExpired } from "../article/picture-addresses.ts";
import { nodesOf, plainText } from "../shared/rich-nodes.ts";
import { RichText } from "../shared/rich-text.tsx";
import { writingMessages } from "../writing-messages.ts";
import { subjectName } from "./complaint-subject.ts";
import { complaintsMessages } from "./messages.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as complaintsCss from "./complaints.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type CardProps = {
  complaint: Complaint;
  isBusy: boolean;
  onDecide: (decision: ComplaintDecision) => void;
  /** Called when a picture fails because its URL has expired. */
  onExpired: () => void;
};

/** Length above which a text is collapsed, characters. */
const MAX_EXPANDED_LENGTH = 160;

/** Link to the public page of the target. */
function LinkToTarget({ complaint: { kind, targetId, comment, status } }: Pick<CardProps, "complaint">) {
  if (kind !== "member" && status !== "shown") return null;
  const to = {
    article: `/club/article/${targetId}`,
    comment: `/club/article/${comment?.articleId ?? targetId}#comment-${targetId}`,
    member: `/club/member/${targetId}`,
    group: `/club/group/${targetId}`,
  };
  const label = {
    article: complaintsMessages.viewOriginal,
    comment: complaintsMessages.viewOriginal,
    member: complaintsMessages.person,
    group: complaintsMessages.group,
  };
  return (
    <Link className={`${controlsCss.link} ${complaintsCss.link}`} to={to[kind]}>
      {label[kind]}
    </Link>
  );
}

/** Name and state of the target. */
const Head = ({ complaint }: Pick<CardProps, "complaint">) => {
  const { kind, person, barred, status, count } = complaint;
  const state =
    kind === "group" && status === "deleted"
      ? complaintsMessages.closed
      : complaintsMessages.statuses[status];
  return (
    <div className={`${layoutCss.row} ${layoutCss.gap3}`}>
      {kind !== "group" && <Avatar url={person?.avatar ?? null} size={40} />}
      <div className={layoutCss.grow}>
        {/* The name of a group is not truncated, since it may be the reason for the complaint. */}
        <h2 className={classNames(textCss.title3, kind !== "group" && textCss.ellipsis)} dir="auto">
          {subjectName(complaint)}
        </h2>
        <p className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.wrap}`}>
          <Tag kind="mute">{complaintsMessages.kinds[kind]}</Tag>
          {count > 0 && (
            <span className={`${textCss.caption} ${textCss.secondary} ${textCss.numeric}`}>
              {complaintsMessages.count(count)}
            </span>
          )}
          {state !== null && <Tag kind="ended">{state}</Tag>}
          {barred && <Tag kind="err">{complaintsMessages.barred}</Tag>}
        </p>
      </div>
      <LinkToTarget complaint={complaint} />
    </div>
  );
};

/** Reported article or comment; long texts can be expanded. */
function Content({ complaint, onExpired }: Pick<CardProps, "complaint" | "onExpired">) {
  const { article, comment } = complaint;
  const [isOpen, setOpen] = useState(false);
  const written = article ?? comment;
  if (written === null) return null;
  const isLong = [...plainText(nodesOf(written.content))].length > MAX_EXPANDED_LENGTH;
  return (
    <div className={complaintsCss.quote}>
      {article !== null && article.title !== "" && (
        <p className={textCss.medium}>
          <TitleText text={article.title} />
        </p>
      )}
      <div
        className={classNames(
          `${textCss.small} ${complaintsCss.text}`,
          (isOpen || !isLong) && complaintsCss.whole,
        )}
      >
        <RichText content={written.content} mentions={written.mentions} hasLinks={false} />
      </div>
      {isLong && !isOpen && (
        <button
          type="button"
          className={`${controlsCss.link} ${complaintsCss.link}`}
          onClick={() => setOpen(true)}
        >
          {complaintsMessages.more}
        </button>
      )}
      {article !== null && (
        <ArticlePictures
          urls={article.images}
          authorName={subjectName(complaint)}
          onBroken={() => article.images.some(isExpired) && onExpired()}
        />
      )}
    </div>
  );
}

/** Cover, leader and texts of a reported group. */
const GroupTexts = ({
  group,
  leader,
}: {
  group: NonNullable<Complaint["group"]>;
  leader: Complaint["person"];
}) => (
  <div className={`${complaintsCss.quote} ${complaintsCss.group}`}>
    <ResponsivePicture
      url={group.coverUrl}
      width={430}
      height={264}
      widths={[430, 860]}
      sizes="(max-width: 704px) 100vw, 640px"
      alt={complaintsMessages.cover(group.name)}
    />
    <p className={`${textCss.small} ${textCss.secondary}`}>
      {leader === null ? (
        complaintsMessages.leader(null)
      ) : (
        <Link className={`${controlsCss.link} ${complaintsCss.link}`} to={`/club/member/${leader.id}`}>
          {complaintsMessages.leader(leader.displayName)}
        </Link>
      )}
    </p>
    <dl>
      <dt className={`${textCss.caption} ${textCss.tertiary}`}>{complaintsMessages.intro}</dt>
      <dd className={textCss.small}>{group.intro}</dd>
      <dt className={`${textCss.caption} ${textCss.tertiary}`}>{complaintsMessages.rules}</dt>
      <dd className={textCss.small}>{group.rules === "" ? complaintsMessages.noRules : group.rules}</dd>
    </dl>
    <p className={`${textCss.caption} ${textCss.secondary}`}>{complaintsMessages.closing}</p>
  </div>
);

const Reports = ({ complaint: { reports } }: Pick<CardProps, "complaint">) => (
  <ul className={complaintsCss.said} aria-label={complaintsMessages.reports}>
    {reports.map(({ reporter, reason, detail, createdTime }) => (
      <li key={`${reporter.id} ${createdTime}`}>
        <p className={textCss.small}>
          {complaintsMessages.reportText(writingMessages.report.reasons[reason], detail)}
        </p>
        <p className={`${textCss.caption} ${textCss.tertiary}`}>
          <bdi>{reporter.displayName}</bdi> · <time dateTime={createdTime}>{formatMoment(createdTime)}</time>
        </p>
      </li>
    ))}
  </ul>
);

/** Possible decisions, the one with the largest effect last. */
function decisionsFor({ kind, status, barred, decided }: Complaint): readonly ComplaintDecision[] {
  if (kind === "group") {
    const clear = status === "shown" && decided?.decision !== "clear" ? (["clear"] as const) : [];
    return decided === null ? ["reject", ...clear] : clear;
  }
  // Content that complaints have hidden automatically can be confirmed as hidden.
  const canHide = kind !== "member" && (status === "shown" || (status === "hidden" && decided === null));
  const content = canHide ? (["hide"] as const) : [];
  const person = barred ? (["unbar"] as const) : (["bar"] as const);
  if (decided === null) return ["reject", ...person, ...content];
  return [...person, ...content, ...(status === "hidden" ? (["reject"] as const) : [])];
}

const looks: Readonly<Record<ComplaintDecision, ButtonLook>> = {
  hide: "primary",
  remove: "outline",
  bar: "outline",
  reject: "outline",
  unbar: "tonal",
  clear: "primary",
};

/** Card of a complaint with its target, its reports and the operator's decisions. */
export function ComplaintCard({ complaint, isBusy, onDecide, onExpired }: CardProps) {
  const { kind, person, group, decided, status } = complaint;
  const labelOf = (decision: ComplaintDecision) => {
    if (decision === "reject" && decided !== null && status === "hidden") return complaintsMessages.showAgain;
    if (decision === "hide" && status === "hidden") return complaintsMessages.keepHidden;
    return kind === "member" && decision === "bar"
      ? complaintsMessages.barPerson
      : complaintsMessages.decisions[decision];
  };
  const confirmations = { bar: complaintsMessages.askBar, clear: complaintsMessages.askClear } as const;
  const press = async (decision: ComplaintDecision) => {
    if (decision === "bar" || decision === "clear") {
      const confirmation = confirmations[decision](subjectName(complaint));
      if (!(await raiseChallenge("dialog", confirmation))) return;
    }
    onDecide(decision);
  };
  return (
    <li className={`${contentCss.card} ${contentCss.padded} ${complaintsCss.card}`}>
      <Head complaint={complaint} />
      <Content complaint={complaint} onExpired={onExpired} />
      {group !== null && <GroupTexts group={group} leader={person} />}
      <Reports complaint={complaint} />
      {decided !== null && (
        <p className={`${textCss.caption} ${textCss.secondary}`}>
          {complaintsMessages.decidedBy(
            complaintsMessages.decidedAs[decided.decision],
            decided.by,
            formatMoment(decided.time),
          )}
        </p>
      )}
      <div className={complaintsCss.actions}>
        {decisionsFor(complaint).map((decision) => (
          <Button
            key={decision}
            look={looks[decision]}
            size="small"
            isBusy={isBusy}
            aria-label={complaintsMessages.named(labelOf(decision), subjectName(complaint))}
            onClick={() => void press(decision)}
          >
            {labelOf(decision)}
          </Button>
        ))}
      </div>
    </li>
  );
}
