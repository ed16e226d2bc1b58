import "./complaints.css";
import { useState } from "react";
import { complaintBy, complaintLink } from "../../platform/complaint-link.ts";
import { useBrand } from "../../platform/site.ts";
import { Button } from "../../ui/button.tsx";
import { failureOf } from "../../ui/failure.ts";
import { formatMoment } from "../../ui/format.ts";
import { NavBar } from "../../ui/frame.tsx";
import { Screen } from "../../ui/screen.tsx";
import { Empty } from "../../ui/states.tsx";
import { Views } from "../../ui/views.tsx";
import { WhoForm } from "../../ui/who-form.tsx";
import { More } from "../more.tsx";
import { words as clubWords } from "../words.ts";
import { ComplaintCard } from "./complaint-card.tsx";
import { useComplaints } from "./use-complaints.ts";
import { words } from "./words.ts";

type View = "waiting" | "decided";
type DeskProps = { link: string; by: string; onChangeWho: () => void };

/** The complaints of one view. */
function List({ link, by, view }: Pick<DeskProps, "link" | "by"> & { view: View }) {
  const { page, reason, load, more, renew, decide, isBusy } = useComplaints(link, by, view === "decided");
  if (page === null) {
    if (reason === null)
      return (
        <div aria-busy="true">
          <div className="card sk cc-sk" aria-hidden="true" />
          <output className="sr">{words.loading}</output>
        </div>
      );
    const { art, title, text } = failureOf(reason);
    return (
      <Empty art={art} title={title} text={text}>
        <Button onClick={() => void load()}>{words.retry}</Button>
      </Empty>
    );
  }
  return (
    <>
      {page.list.length === 0 && page.nextCursor === null ? (
        <Empty {...words.none[view]} />
      ) : (
        <>
          <ul className="cc-list">
            {page.list.map((complaint) => (
              <ComplaintCard
                key={`${complaint.kind} ${complaint.targetId}`}
                complaint={complaint}
                isBusy={isBusy(complaint)}
                onDecide={(decision) => void decide(complaint, decision)}
                onOver={() => void renew()}
              />
            ))}
          </ul>
          <More cursor={page.nextCursor} load={more} end={words.end} />
        </>
      )}
      <p className="cap c3 ctr">{words.until(formatMoment(page.expiresTime))}</p>
    </>
  );
}

function Desk({ link, by, onChangeWho }: DeskProps) {
  const [view, setView] = useState<View>("waiting");
  return (
    <div className="cc">
      <p className="row btw g2 wrap">
        <span className="bs c2">{words.by(by)}</span>
        <button type="button" className="lk cc-link" onClick={onChangeWho}>
          {words.change}
        </button>
      </p>
      <Views name="complaints-view" label={words.view} views={words.views} value={view} onChoose={setView} />
      <List key={view} {...{ link, by, view }} />
    </div>
  );
}

type ComplaintsProps = { link?: string | null };

/** Operators decide what members complain of, by a link (contract/community-complaints.ts; requirement P23). */
export default function ComplaintsScreen({ link = complaintLink }: ComplaintsProps) {
  const [by, setBy] = useState(complaintBy.get);
  const start = (name: string) => {
    complaintBy.set(name);
    setBy(name);
  };
  return (
    <Screen brand={useBrand()} hasBar>
      <NavBar title={clubWords.complaints.title} back="/club" />
      {link === null && <Empty {...words.noLink} />}
      {link !== null && by === "" && <WhoForm words={words} onDone={start} />}
      {link !== null && by !== "" && <Desk link={link} by={by} onChangeWho={() => start("")} />}
    </Screen>
  );
}
