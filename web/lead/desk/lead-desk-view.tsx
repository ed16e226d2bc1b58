import { useEffect, useEffectEvent, useState } from "react";
import { limits } from "#contract/core/limits.ts";
import { searchKeyword } from "#contract/core/text.ts";
import type { LeadDeskPage, LeadDeskView as View } from "#contract/lead/desk.ts";
import { formatDeadline } from "#contract/core/moment-text.ts";
import { Button, Spinner } from "../../ui/form/button.tsx";
import { describeFailure, asRefusal } from "../../ui/feedback/load-failure.ts";
import { TextField } from "../../ui/form/field.tsx";
import { RefreshIcon } from "../../ui/icons/form-icons.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { useInfiniteScroll } from "../../ui/hooks/use-infinite-scroll.ts";
import { useDebouncedValue } from "../../ui/hooks/use-debounced-value.ts";
import { SegmentedControl } from "../../ui/form/segmented-control.tsx";
import { Leads } from "./leads.tsx";
import { useDeskLeads, type LeadFilter } from "./use-desk-leads.ts";
import { leadDeskMessages } from "./messages.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as leadDeskCss from "./lead-desk.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type LeadDeskViewProps = {
  link: string;
  by: string;
  onChangeName: () => void;
  /** Called with the place of the link, for the header. */
  onPlace: (place: string) => void;
};

/** End of the list: loads the next page when it comes near; during a search only by a press. */
function More({
  cursor,
  label,
  load,
}: {
  cursor: string;
  label: string;
  load: (cursor: string) => Promise<void>;
}) {
  const { row, state, loadNext } = useInfiniteScroll(cursor, load);
  return (
    <div className={contentCss.more} ref={row} aria-live="polite">
      {state === "loading" && (
        <>
          <Spinner />
          {leadDeskMessages.loading}
        </>
      )}
      {state === "failed" && leadDeskMessages.moreFailed}
      {state !== "loading" && (
        <Button look="quiet" size="small" onClick={loadNext}>
          {state === "failed" ? leadDeskMessages.retry : label}
        </Button>
      )}
    </div>
  );
}

type Head = Pick<
  LeadDeskPage,
  "title" | "dealerName" | "waiting" | "total" | "calls" | "overdue" | "testDrives" | "expiresTime"
>;

/** Activity of the leads, number waiting, and the caller's name. */
const HeadCard = ({
  head,
  by,
  onChangeName,
}: Pick<LeadDeskViewProps, "by" | "onChangeName"> & { head: Head }) => (
  <section className={`${contentCss.card} ${contentCss.padded}`}>
    <h2 className={textCss.title3}>
      <TitleText text={head.title} />
    </h2>
    <p className={`${textCss.small} ${textCss.secondary}`}>{head.dealerName ?? leadDeskMessages.all}</p>
    <div className={`${layoutCss.row} ${layoutCss.spaceBetween} ${layoutCss.gap2} ${layoutCss.wrap}`}>
      <span className={`${leadDeskCss.count} ${textCss.numeric}`}>
        {leadDeskMessages.counts(head.waiting, head.total)}
      </span>
      {head.calls + head.testDrives > 0 && (
        <span className={`${textCss.small} ${textCss.secondary}`}>
          {leadDeskMessages.calls(head.overdue, head.calls, head.testDrives)}
        </span>
      )}
      <button type="button" className={controlsCss.link} onClick={onChangeName}>
        {leadDeskMessages.by(by)} · {leadDeskMessages.change}
      </button>
    </div>
  </section>
);

type ListProps = {
  link: string;
  by: string;
  filter: LeadFilter;
  /** Called with every loaded head of the list. */
  onHead: (head: Head) => void;
  /** Called when the link has expired. */
  onExpired: () => void;
};

/** Leads of one filter. */
function List({ link, by, filter, onHead, onExpired }: ListProps) {
  const desk = useDeskLeads(link, by, filter);
  const { page, reason, load, refresh, more, news } = desk;
  const isExpired = page === null && asRefusal(reason)?.refusal === "notFound";
  const notify = useEffectEvent(() => {
    if (page !== null) onHead(page);
    if (isExpired) onExpired();
  });
  useEffect(() => notify(), [page, isExpired]);
  if (page === null) {
    if (reason === null)
      return (
        <div aria-busy="true">
          <div
            className={`${contentCss.card} ${contentCss.skeleton} ${leadDeskCss.skeleton}`}
            aria-hidden="true"
          />
          <output className={textCss.visuallyHidden}>{leadDeskMessages.loading}</output>
        </div>
      );
    const { art, title, text } = describeFailure(reason);
    return (
      <EmptyState art={art} title={title} text={text}>
        {!isExpired && <Button onClick={() => void load()}>{leadDeskMessages.retry}</Button>}
      </EmptyState>
    );
  }
  const { leads, nextCursor } = page;
  const none = filter.keyword === "" ? leadDeskMessages.none[filter.view] : leadDeskMessages.none.found;
  return (
    <>
      <div className={`${layoutCss.row} ${layoutCss.spaceBetween} ${layoutCss.gap2}`}>
        <output className={`${textCss.small} ${textCss.secondary}`}>{news}</output>
        <button type="button" className={controlsCss.link} onClick={() => void refresh()}>
          <RefreshIcon size={16} />
          {leadDeskMessages.refresh}
        </button>
      </div>
      {leads.length === 0 && nextCursor === null ? (
        <EmptyState {...none} />
      ) : (
        <Leads leads={leads} actions={desk} />
      )}
      {nextCursor !== null && (
        <More
          cursor={nextCursor}
          label={filter.keyword === "" ? leadDeskMessages.more : leadDeskMessages.further}
          load={more}
        />
      )}
      <p className={`${textCss.caption} ${textCss.tertiary} ${textCss.center}`}>
        {leadDeskMessages.until(formatDeadline(page.expiresTime))}
      </p>
    </>
  );
}

/** Desk of leads to call: those waiting, or all. */
export function LeadDeskView({ link, by, onChangeName, onPlace }: LeadDeskViewProps) {
  const [view, setView] = useState<View>("waiting");
  const [text, setText] = useState("");
  const [head, setHead] = useState<Head | null>(null);
  /** The link has expired: filter and search are hidden. */
  const [isExpired, setExpired] = useState(false);
  const keyword = useDebouncedValue(searchKeyword(text, limits.maxKeywordLength));
  return (
    <div className={leadDeskCss.desk}>
      {!isExpired && head !== null && <HeadCard {...{ head, by, onChangeName }} />}
      {!isExpired && (
        <div className={leadDeskCss.tools}>
          <SegmentedControl
            name="leads-view"
            label={leadDeskMessages.view}
            views={leadDeskMessages.views}
            value={view}
            onChoose={setView}
          />
          <TextField
            label={leadDeskMessages.search}
            value={text}
            type="search"
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
      <List
        key={`${view} ${keyword}`}
        {...{ link, by }}
        filter={{ view, keyword }}
        onHead={(next) => {
          setHead(next);
          onPlace(next.dealerName ?? leadDeskMessages.all);
        }}
        onExpired={() => setExpired(true)}
      />
    </div>
  );
}
