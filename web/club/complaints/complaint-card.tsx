import { useState } from "react";
import { Link } from "react-router";
import type { Complaint, ComplaintDecision } from "#contract/community-complaints.ts";
import { raise } from "../../platform/http/challenges.ts";
import { Button, type ButtonLook } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { formatMoment } from "../../ui/format.ts";
import { Picture } from "../../ui/picture.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Avatar } from "../avatar.tsx";
import { Pictures } from "../pictures.tsx";
import { isOver } from "../renewed-pictures.ts";
import { nodesOf, plainText } from "../rich-nodes.ts";
import { RichText } from "../rich-text.tsx";
import { words as clubWords } from "../words.ts";
import { words } from "./words.ts";

type CardProps = {
  complaint: Complaint;
  isBusy: boolean;
  onDecide: (decision: ComplaintDecision) => void;
  /** A picture failed whose address is over. */
  onOver: () => void;
};

/** Letters from which on a text is folded. */
const LONG = 160;

/** Where it stands in the club, as everybody sees it. */
function Way({ complaint: { kind, targetId, comment, status } }: Pick<CardProps, "complaint">) {
  if (kind !== "member" && status !== "shown") return null;
  const to = {
    article: `/club/article/${targetId}`,
    comment: `/club/article/${comment?.articleId ?? targetId}#comment-${targetId}`,
    member: `/club/member/${targetId}`,
    group: `/club/group/${targetId}`,
  };
  const label = { article: words.look, comment: words.look, member: words.person, group: words.group };
  return (
    <Link className="lk cc-link" to={to[kind]}>
      {label[kind]}
    </Link>
  );
}

/** Of a group its own name, else whose it is. */
const nameOf = ({ group, person }: Complaint): string => group?.name ?? person?.displayName ?? "";

/** Who it is about, and how it stands. */
const Head = ({ complaint }: Pick<CardProps, "complaint">) => {
  const { kind, person, barred, status, count } = complaint;
  const state = kind === "group" && status === "deleted" ? words.closed : words.statuses[status];
  return (
    <div className="row g3">
      {kind !== "group" && <Avatar url={person?.avatar ?? null} size={40} />}
      <div className="f1">
        {/* A group's name may be what is complained of: all of it is read. */}
        <h2 className={classes("t3", kind !== "group" && "el1")} dir="auto">
          {nameOf(complaint)}
        </h2>
        <p className="row g2 wrap">
          <Tag kind="mute">{words.kinds[kind]}</Tag>
          {count > 0 && <span className="cap c2 num">{words.count(count)}</span>}
          {state !== null && <Tag kind="ended">{state}</Tag>}
          {barred && <Tag kind="err">{words.barred}</Tag>}
        </p>
      </div>
      <Way complaint={complaint} />
    </div>
  );
};

/** What is complained of: all of it can be read and seen. */
function Content({ complaint, onOver }: Pick<CardProps, "complaint" | "onOver">) {
  const { article, comment } = complaint;
  const [isOpen, setOpen] = useState(false);
  const written = article ?? comment;
  if (written === null) return null;
  const isLong = [...plainText(nodesOf(written.content))].length > LONG;
  return (
    <div className="cc-quote">
      {article !== null && article.title !== "" && <p className="md">{article.title}</p>}
      <div className={classes("bs cc-text", (isOpen || !isLong) && "all")}>
        <RichText content={written.content} mentions={written.mentions} hasLinks={false} />
      </div>
      {isLong && !isOpen && (
        <button type="button" className="lk cc-link" onClick={() => setOpen(true)}>
          {words.more}
        </button>
      )}
      {article !== null && (
        <Pictures
          urls={article.images}
          of={nameOf(complaint)}
          onBroken={() => article.images.some(isOver) && onOver()}
        />
      )}
    </div>
  );
}

/** What a group's page says of it. */
const GroupTexts = ({
  group,
  leader,
}: {
  group: NonNullable<Complaint["group"]>;
  leader: Complaint["person"];
}) => (
  <div className="cc-quote cc-group">
    <Picture
      url={group.coverUrl}
      width={430}
      height={264}
      widths={[430, 860]}
      sizes="(max-width: 704px) 100vw, 640px"
      alt={words.cover(group.name)}
    />
    <p className="bs c2">
      {leader === null ? (
        words.leader(null)
      ) : (
        <Link className="lk cc-link" to={`/club/member/${leader.id}`}>
          {words.leader(leader.displayName)}
        </Link>
      )}
    </p>
    <dl>
      <dt className="cap c3">{words.intro}</dt>
      <dd className="bs">{group.intro}</dd>
      <dt className="cap c3">{words.rules}</dt>
      <dd className="bs">{group.rules === "" ? words.noRules : group.rules}</dd>
    </dl>
    <p className="cap c2">{words.closing}</p>
  </div>
);

const Reports = ({ complaint: { reports } }: Pick<CardProps, "complaint">) => (
  <ul className="cc-said" aria-label={words.reports}>
    {reports.map(({ reporter, reason, detail, createdTime }) => (
      <li key={`${reporter.id} ${createdTime}`}>
        <p className="bs">{words.said(clubWords.report.reasons[reason], detail)}</p>
        <p className="cap c3">
          <bdi>{reporter.displayName}</bdi> · <time dateTime={createdTime}>{formatMoment(createdTime)}</time>
        </p>
      </li>
    ))}
  </ul>
);

/** What can be decided now, what changes most last. */
function choicesOf({ kind, status, barred, decided }: Complaint): readonly ComplaintDecision[] {
  if (kind === "group") {
    const clear = status === "shown" && decided?.decision !== "clear" ? (["clear"] as const) : [];
    return decided === null ? ["reject", ...clear] : clear;
  }
  // What complaints have hidden waits for somebody to say that it stays so.
  const canHide = kind !== "member" && (status === "shown" || (status === "hidden" && decided === null));
  const content = canHide ? (["hide"] as const) : [];
  const person = barred ? (["unbar"] as const) : (["bar"] as const);
  if (decided === null) return ["reject", ...person, ...content];
  return [...person, ...content, ...(status === "hidden" ? (["reject"] as const) : [])];
}

const looks: Readonly<Record<ComplaintDecision, ButtonLook>> = {
  hide: "primary",
  bar: "outline",
  reject: "outline",
  unbar: "tonal",
  clear: "primary",
};

/** One thing that members complain of, with what an operator can do about it. */
export function ComplaintCard({ complaint, isBusy, onDecide, onOver }: CardProps) {
  const { kind, person, group, decided, status } = complaint;
  const labelOf = (decision: ComplaintDecision) => {
    if (decision === "reject" && decided !== null && status === "hidden") return words.showAgain;
    if (decision === "hide" && status === "hidden") return words.keepHidden;
    return kind === "member" && decision === "bar" ? words.barPerson : words.decisions[decision];
  };
  const asks = { bar: words.askBar, clear: words.askClear } as const;
  const press = async (decision: ComplaintDecision) => {
    const isGrave = decision === "bar" || decision === "clear";
    if (!isGrave || (await raise("dialog", asks[decision](nameOf(complaint))))) onDecide(decision);
  };
  return (
    <li className="card p cc-card">
      <Head complaint={complaint} />
      <Content complaint={complaint} onOver={onOver} />
      {group !== null && <GroupTexts group={group} leader={person} />}
      <Reports complaint={complaint} />
      {decided !== null && (
        <p className="cap c2">
          {words.decidedBy(words.decidedAs[decided.decision], decided.by, formatMoment(decided.time))}
        </p>
      )}
      <div className="cc-do">
        {choicesOf(complaint).map((decision) => (
          <Button
            key={decision}
            look={looks[decision]}
            size="small"
            isBusy={isBusy}
            aria-label={words.named(labelOf(decision), nameOf(complaint))}
            onClick={() => void press(decision)}
          >
            {labelOf(decision)}
          </Button>
        ))}
      </div>
    </li>
  );
}
