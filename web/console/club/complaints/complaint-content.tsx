import { pictureUrl } from "../../../platform/picture/picture-url.ts";
import type { ComplaintDetail } from "#contract/console/club/complaints.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import * as clubCss from "../club.module.css";
import { clubPageMessages } from "../messages.ts";
import { complaintMessages } from "./messages.ts";

const { panel: texts } = complaintMessages;

/** A scrolling part without any control in it is reached by Tab, since some browsers do not do so themselves. */
const makeScrollable = (element: HTMLElement | null): void => element?.setAttribute("tabindex", "0");

/** Pictures of an article, each opened in a tab of its own. */
const Pictures = ({ images }: { images: readonly string[] }) =>
  images.length === 0 ? null : (
    <div className={clubCss.pictures}>
      {images.map((image, index) => (
        <a key={image} href={image} target="_blank" rel="noreferrer">
          <img
            src={pictureUrl(image, { width: 320, height: 320 })}
            alt={texts.picture(index + 1, images.length)}
            loading="lazy"
          />
        </a>
      ))}
    </div>
  );

const StatusNote = ({ complaint }: Pick<ComplaintDetail, "complaint">) => {
  if (complaint.isReview) return <NoteBar tone="info">{texts.review}</NoteBar>;
  if (complaint.status === "hidden") return <NoteBar tone="warn">{texts.isHidden}</NoteBar>;
  return complaint.status === "deleted" && complaint.kind !== "group" ? (
    <NoteBar tone="mute">{texts.isDeleted}</NoteBar>
  ) : null;
};

/** The content of a complaint, as text, with its pictures. */
export function ComplaintContent({ detail }: { detail: ComplaintDetail }) {
  const { content, complaint } = detail;
  if (complaint.kind === "member") return <StatusNote complaint={complaint} />;
  return (
    <>
      <StatusNote complaint={complaint} />
      <section className={clubCss.content} aria-label={complaintMessages.columns.content}>
        {content.title !== "" && <h3>{content.title}</h3>}
        <div ref={makeScrollable} className={clubCss.text}>
          {content.text || <span className={utilityCss.secondary}>{complaintMessages.noText}</span>}
          {content.rules !== null && (
            <p className={utilityCss.secondary}>
              {texts.rules}
              {"\n"}
              {content.rules || texts.noRules}
            </p>
          )}
        </div>
        <Pictures images={content.images} />
        <p className={clubCss.meta}>
          {content.createdTime !== null && <span>{texts.written(formatShort(content.createdTime))}</span>}
          {content.editedTime !== null && <span>{texts.edited(formatShort(content.editedTime))}</span>}
          {complaint.kind === "article" && <span>{texts.likes(content.likes, content.comments)}</span>}
          {complaint.group && <span>{complaint.group.name}</span>}
          {content.articleId !== null && complaint.status === "shown" && (
            <a
              className={utilityCss.link}
              href={`/mall/club/article/${content.articleId}`}
              target="_blank"
              rel="noreferrer"
            >
              {texts.original}
            </a>
          )}
        </p>
      </section>
    </>
  );
}

/** Reasons of the complaints, the newest first. */
export const ReportList = ({ detail: { reports, complaint } }: { detail: ComplaintDetail }) => (
  <section>
    <h3>{texts.reports}</h3>
    <ul className={clubCss.reports}>
      {reports.map(({ name, reason, detail, time }) => (
        <li key={`${time} ${name} ${reason}`}>
          <span>
            {clubPageMessages.reasons[reason]} <small data-private>{name}</small>
          </span>
          <time dateTime={time}>{formatShort(time)}</time>
          {detail !== "" && <p data-private>{detail}</p>}
        </li>
      ))}
    </ul>
    {complaint.count > reports.length && (
      <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>
        {texts.moreReports(complaint.count - reports.length)}
      </p>
    )}
  </section>
);
