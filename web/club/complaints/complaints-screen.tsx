import * as complaintsCss from "./complaints.module.css";
import { useState } from "react";
import { formatDeadline } from "#contract/core/moment-text.ts";
import { complaintStaffName, complaintLink } from "../../platform/staff-link/complaint-link.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { Button } from "../../ui/form/button.tsx";
import { describeFailure } from "../../ui/feedback/load-failure.ts";
import { leaveDesk } from "../../platform/staff-link/staff-link.ts";
import { DeskScreen } from "../../ui/layout/desk-screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { SegmentedControl } from "../../ui/form/segmented-control.tsx";
import { StaffNameForm } from "../../ui/form/staff-name-form.tsx";
import { LoadMore } from "../shared/load-more.tsx";
import { clubMessages } from "../messages.ts";
import { ComplaintList } from "./complaint-list.tsx";
import { useComplaints } from "./use-complaints.ts";
import { complaintsMessages } from "./messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type View = "waiting" | "decided";
type ComplaintsProps = {
  link: string;
  /** Name of the operator. */
  by: string;
  onChangeName: () => void;
};

/** List of the complaints of a view. */
function List({ link, by, view }: Pick<ComplaintsProps, "link" | "by"> & { view: View }) {
  const { page, reason, load, more, renewPictures, decide, isBusy } = useComplaints(
    link,
    by,
    view === "decided",
  );
  if (page === null) {
    if (reason === null)
      return (
        <div aria-busy="true">
          <div
            className={`${contentCss.card} ${contentCss.skeleton} ${complaintsCss.waiting}`}
            aria-hidden="true"
          />
          <output className={textCss.visuallyHidden}>{complaintsMessages.loading}</output>
        </div>
      );
    const { art, title, text } = describeFailure(reason);
    return (
      <EmptyState art={art} title={title} text={text}>
        <Button onClick={() => void load()}>{complaintsMessages.retry}</Button>
      </EmptyState>
    );
  }
  return (
    <>
      {page.list.length === 0 && page.nextCursor === null ? (
        <EmptyState {...complaintsMessages.none[view]} />
      ) : (
        <>
          <ComplaintList
            complaints={page.list}
            isBusy={isBusy}
            onDecide={decide}
            onExpired={() => void renewPictures()}
          />
          <LoadMore cursor={page.nextCursor} load={more} end={complaintsMessages.end} />
        </>
      )}
      <p className={`${textCss.caption} ${textCss.tertiary} ${textCss.center}`}>
        {complaintsMessages.until(formatDeadline(page.expiresTime))}
      </p>
    </>
  );
}

function Complaints({ link, by, onChangeName }: ComplaintsProps) {
  const [view, setView] = useState<View>("waiting");
  return (
    <div className={complaintsCss.complaints}>
      <p className={`${layoutCss.row} ${layoutCss.spaceBetween} ${layoutCss.gap2} ${layoutCss.wrap}`}>
        <span className={`${textCss.small} ${textCss.secondary}`}>{complaintsMessages.by(by)}</span>
        <button type="button" className={`${controlsCss.link} ${complaintsCss.link}`} onClick={onChangeName}>
          {complaintsMessages.change}
        </button>
      </p>
      <SegmentedControl
        name="complaints-view"
        label={complaintsMessages.view}
        views={complaintsMessages.views}
        value={view}
        onChoose={setView}
      />
      <List key={view} {...{ link, by, view }} />
    </div>
  );
}

/** Screen on which operators with a staff link decide complaints (contract/club/complaints.ts; requirement P23). */
export default function ComplaintsScreen({ link = complaintLink }: { link?: string | null }) {
  const [by, setBy] = useState(complaintStaffName.get);
  const start = (name: string) => {
    complaintStaffName.set(name);
    setBy(name);
  };
  return (
    <DeskScreen
      brand={useBrand()}
      title={clubMessages.complaints.title}
      person={
        link === null || by === ""
          ? null
          : { name: by, leave: () => leaveDesk("complaints", complaintStaffName) }
      }
    >
      {link === null && <EmptyState {...complaintsMessages.noLink} />}
      {link !== null && by === "" && <StaffNameForm messages={complaintsMessages} onDone={start} />}
      {link !== null && by !== "" && <Complaints link={link} by={by} onChangeName={() => start("")} />}
    </DeskScreen>
  );
}
