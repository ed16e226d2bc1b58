import type { CheckInList, Guest } from "#contract/check-in/check-in.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { personSearch } from "#contract/core/person-search.ts";
import { isBlank } from "#contract/core/text.ts";
import { useWideScreen } from "../platform/browser/use-wide-screen.ts";
import { Button, Spinner } from "../ui/form/button.tsx";
import { TextField } from "../ui/form/field.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { AnswerList } from "../ui/display/answer-list.tsx";
import type { GuestSearch } from "./use-guest-list.ts";
import { GuestAction, type GuestActionProps } from "./guest-action.tsx";
import { GuestTable } from "./guest-table.tsx";
import { checkInMessages } from "./messages.ts";
import * as checkInCss from "./check-in.module.css";
import * as contentCss from "../ui/styles/content.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

type GuestListProps = GuestActionProps & {
  list: CheckInList;
  /** Search text as typed. */
  text: string;
  onText: (text: string) => void;
  /** Result of the server search in a very long list; null: the list is complete, or there is no search. */
  found: GuestSearch | null;
};

/** Rows displayed at once; in a longer list staff search by name. */
const MAX_SHOWN = 100;

/** A guest with the available actions. */
function Row({ guest, ...row }: GuestActionProps & { guest: Guest }) {
  return (
    <li>
      <div className={layoutCss.grow}>
        <p className={`${textCss.medium} ${textCss.ellipsis}`}>{guest.name}</p>
        <p className={`${textCss.caption} ${textCss.tertiary}`}>
          <span className={textCss.numeric}>{guest.mobile}</span> ·{" "}
          {guest.checkedInTime === null
            ? formatMoment(guest.startTime)
            : checkInMessages.come(formatMoment(guest.checkedInTime), guest.checkedInBy ?? "")}
        </p>
        <AnswerList answers={guest.answers} />
      </div>
      <GuestAction {...{ guest }} {...row} />
    </li>
  );
}

/** Progress of the server search, with a button to continue it. */
function GuestSearchProgress({ found: { guests, state, more } }: { found: GuestSearch }) {
  const text = {
    searching: checkInMessages.searching,
    failed: checkInMessages.searchFailed,
    found: guests.length === 0 && more === null ? checkInMessages.nobody : null,
  }[state];
  return (
    <div className={`${checkInCss.more} ${textCss.small} ${textCss.secondary}`} aria-live="polite">
      {state === "searching" && <Spinner />}
      {text !== null && <span>{text}</span>}
      {more !== null && (
        <Button look="quiet" size="small" onClick={more}>
          {state === "failed" ? checkInMessages.retry : checkInMessages.further}
        </Button>
      )}
    </div>
  );
}

/** Guests who signed up, with their arrival state; in a wide window as a table. */
export function GuestList({ list, text, onText, found, ...row }: GuestListProps) {
  const isWide = useWideScreen();
  const isSearch = !isBlank(text);
  const matching = isSearch ? list.guests.filter(personSearch(text)) : list.guests;
  const shown = found === null ? matching.slice(0, MAX_SHOWN) : found.guests;
  const hiddenCount = (isSearch ? matching.length : list.total) - shown.length;
  if (list.total === 0) return <EmptyState {...checkInMessages.none} />;
  return (
    <section className={`${contentCss.card} ${contentCss.padded} ${checkInCss.list}`}>
      <h2 className={textCss.title3}>{checkInMessages.list}</h2>
      <TextField
        label={checkInMessages.search}
        value={text}
        type="search"
        autoComplete="off"
        onChange={(event) => onText(event.target.value)}
      />
      {found === null && matching.length === 0 && (
        <p className={`${textCss.small} ${textCss.secondary}`}>{checkInMessages.nobody}</p>
      )}
      {isWide ? (
        shown.length > 0 && <GuestTable guests={shown} {...row} />
      ) : (
        <ul>
          {shown.map((guest) => (
            <Row key={guest.signUpId} {...{ guest }} {...row} />
          ))}
        </ul>
      )}
      {found === null && hiddenCount > 0 && (
        <p className={`${textCss.small} ${textCss.secondary}`}>{checkInMessages.rest(hiddenCount)}</p>
      )}
      {found !== null && <GuestSearchProgress found={found} />}
    </section>
  );
}
