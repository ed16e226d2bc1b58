import { useEffect, useEffectEvent, useState } from "react";
import type { DeskPage } from "#contract/lead-desk.ts";
import { Button, Spinner } from "../ui/button.tsx";
import { failureOf, refusalOf } from "../ui/failure.ts";
import { Field } from "../ui/form.tsx";
import { formatMoment } from "../ui/format.ts";
import { RefreshIcon } from "../ui/icons-of-forms.tsx";
import { Empty } from "../ui/states.tsx";
import { useNearEnd } from "../ui/use-near-end.ts";
import { useSettled } from "../ui/use-settled.ts";
import { Views } from "../ui/views.tsx";
import { LeadCard } from "./lead-card.tsx";
import { useLeads, type Looked } from "./use-leads.ts";
import { words } from "./words.ts";

type DeskProps = { link: string; by: string; onChangeWho: () => void };
type View = "waiting" | "all";

/** The list's end: the next page as it comes near; who is looked for further down is looked for by a press. */
function More({
  cursor,
  label,
  load,
}: {
  cursor: string;
  label: string;
  load: (cursor: string) => Promise<void>;
}) {
  const { row, state, go } = useNearEnd(cursor, load);
  return (
    <div className="more" ref={row} aria-live="polite">
      {state === "loading" && (
        <>
          <Spinner />
          {words.loading}
        </>
      )}
      {state === "failed" && words.moreFailed}
      {state !== "loading" && (
        <Button look="quiet" size="small" onClick={go}>
          {state === "failed" ? words.retry : label}
        </Button>
      )}
    </div>
  );
}

type Head = Pick<DeskPage, "title" | "dealerName" | "waiting" | "total" | "expiresTime">;

/** What the leads are of, how many wait, and who calls. */
const HeadCard = ({ head, by, onChangeWho }: Omit<DeskProps, "link"> & { head: Head }) => (
  <section className="card p">
    <h2 className="t3">{head.title}</h2>
    <p className="bs c2">{head.dealerName ?? words.all}</p>
    <div className="row btw g2 wrap">
      <span className="ld-count num">{words.counts(head.waiting, head.total)}</span>
      <button type="button" className="lk" onClick={onChangeWho}>
        {words.by(by)} · {words.change}
      </button>
    </div>
  </section>
);

type ListProps = {
  link: string;
  by: string;
  looked: Looked;
  /** What the leads are of, each time it was told. */
  onHead: (head: Head) => void;
  /** The link is over. */
  onOver: () => void;
};

/** The leads of one view. */
function List({ link, by, looked, onHead, onOver }: ListProps) {
  const { page, reason, load, refresh, more, news, numberOf, isBusy, reveal, mark, unmark } = useLeads(
    link,
    by,
    looked,
  );
  const isOver = page === null && refusalOf(reason)?.refusal === "notFound";
  const tell = useEffectEvent(() => {
    if (page !== null) onHead(page);
    if (isOver) onOver();
  });
  useEffect(() => tell(), [page, isOver]);
  if (page === null) {
    if (reason === null)
      return (
        <div aria-busy="true">
          <div className="card sk ld-sk" aria-hidden="true" />
          <output className="sr">{words.loading}</output>
        </div>
      );
    const { art, title, text } = failureOf(reason);
    return (
      <Empty art={art} title={title} text={text}>
        {!isOver && <Button onClick={() => void load()}>{words.retry}</Button>}
      </Empty>
    );
  }
  const { leads, nextCursor } = page;
  const none = looked.keyword === "" ? words.none[looked.waitingOnly ? "waiting" : "all"] : words.none.found;
  return (
    <>
      <div className="row btw g2">
        <output className="bs c2">{news}</output>
        <button type="button" className="lk" onClick={() => void refresh()}>
          <RefreshIcon size={16} />
          {words.refresh}
        </button>
      </div>
      {leads.length === 0 && nextCursor === null ? (
        <Empty {...none} />
      ) : (
        <ul className="ld-list" aria-label={words.list}>
          {leads.map((lead) => (
            <LeadCard
              key={lead.leadId}
              {...{ lead, isBusy }}
              mobile={numberOf(lead)}
              onReveal={() => void reveal(lead)}
              onMark={(result) => void mark(lead, result)}
              onUnmark={() => void unmark(lead)}
            />
          ))}
        </ul>
      )}
      {nextCursor !== null && (
        <More cursor={nextCursor} label={looked.keyword === "" ? words.more : words.further} load={more} />
      )}
      <p className="cap c3 ctr">{words.until(formatMoment(page.expiresTime))}</p>
    </>
  );
}

/** Who left a lead, to be called; those who wait for it, or all. */
export function Desk({ link, by, onChangeWho }: DeskProps) {
  const [view, setView] = useState<View>("waiting");
  const [text, setText] = useState("");
  const [head, setHead] = useState<Head | null>(null);
  /** The link is: nothing of it can be looked at or for. */
  const [isOver, setOver] = useState(false);
  const keyword = useSettled(text.trim());
  const waitingOnly = view === "waiting";
  return (
    <div className="ld">
      {!isOver && head !== null && <HeadCard {...{ head, by, onChangeWho }} />}
      {!isOver && (
        <>
          <Views name="leads-view" label={words.view} views={words.views} value={view} onChoose={setView} />
          <Field
            label={words.search}
            value={text}
            type="search"
            autoComplete="off"
            maxLength={40}
            onChange={(event) => setText(event.target.value)}
          />
        </>
      )}
      <List
        key={`${view} ${keyword}`}
        {...{ link, by }}
        looked={{ waitingOnly, keyword }}
        onHead={setHead}
        onOver={() => setOver(true)}
      />
    </div>
  );
}
