import type { CheckInList, Guest } from "#contract/check-in.ts";
import { Button, Spinner } from "../ui/button.tsx";
import { Field } from "../ui/form.tsx";
import { formatMoment } from "../ui/format.ts";
import { Empty } from "../ui/states.tsx";
import { Tag } from "../ui/tag.tsx";
import { ToldAnswers } from "../ui/told-answers.tsx";
import type { Found } from "./use-list.ts";
import { words } from "./words.ts";

type RowProps = {
  isBusy: boolean;
  /** Nobody is checked in. */
  isClosed: boolean;
  onPick: (guest: Guest) => void;
  /** A check-in that was made by mistake is taken back. */
  onUndo: (guest: Guest) => void;
};

type GuestsProps = RowProps & {
  list: CheckInList;
  /** Who is looked for, as typed. */
  text: string;
  onText: (text: string) => void;
  /** Those whom the server has found, of very many; null: the list has all, or nobody is looked for. */
  found: Found | null;
};

/** Shown at once; who looks for one of many types their name. */
const SHOWN_MOST = 100;
const matches = ({ name, mobile }: Guest, text: string): boolean =>
  name.toLowerCase().includes(text) || mobile.endsWith(text);

/** One guest, with what can be done about them. */
function Row({ guest, isBusy, isClosed, onPick, onUndo }: RowProps & { guest: Guest }) {
  return (
    <li>
      <div className="f1">
        <p className="md el1">{guest.name}</p>
        <p className="cap c3">
          <span className="num">{guest.mobile}</span> ·{" "}
          {guest.checkedInTime === null
            ? formatMoment(guest.startTime)
            : words.come(formatMoment(guest.checkedInTime), guest.checkedInBy ?? "")}
        </p>
        <ToldAnswers answers={guest.answers} />
      </div>
      {guest.checkedInTime === null && !isClosed && (
        <Button
          look="tonal"
          size="tiny"
          disabled={isBusy}
          aria-label={words.checkOf(guest.name)}
          onClick={() => onPick(guest)}
        >
          {words.check}
        </Button>
      )}
      {guest.checkedInTime !== null && (
        <>
          <Tag kind="ended">{words.here}</Tag>
          <Button
            look="quiet"
            size="tiny"
            disabled={isBusy}
            aria-label={words.undoOf(guest.name)}
            onClick={() => onUndo(guest)}
          >
            {words.undo}
          </Button>
        </>
      )}
    </li>
  );
}

/** How looking for somebody at the server goes, and the press that looks further. */
function Looking({ found: { guests, state, more } }: { found: Found }) {
  const text = {
    looking: words.looking,
    failed: words.lookingFailed,
    found: guests.length === 0 && more === null ? words.nobody : null,
  }[state];
  return (
    <div className="ci-more bs c2" aria-live="polite">
      {state === "looking" && <Spinner />}
      {text !== null && <span>{text}</span>}
      {more !== null && (
        <Button look="quiet" size="small" onClick={more}>
          {state === "failed" ? words.retry : words.further}
        </Button>
      )}
    </div>
  );
}

/** Who signed up, with who is there already. */
export function Guests({ list, text, onText, found, ...row }: GuestsProps) {
  const wanted = text.trim().toLowerCase();
  const here = wanted === "" ? list.guests : list.guests.filter((guest) => matches(guest, wanted));
  const shown = found === null ? here.slice(0, SHOWN_MOST) : found.guests;
  const rest = (wanted === "" ? list.total : here.length) - shown.length;
  if (list.total === 0) return <Empty {...words.none} />;
  return (
    <section className="card p ci-list">
      <h2 className="t3">{words.list}</h2>
      <Field
        label={words.search}
        value={text}
        type="search"
        autoComplete="off"
        maxLength={40}
        onChange={(event) => onText(event.target.value)}
      />
      {found === null && here.length === 0 && <p className="bs c2">{words.nobody}</p>}
      <ul>
        {shown.map((guest) => (
          <Row key={guest.signUpId} {...{ guest }} {...row} />
        ))}
      </ul>
      {found === null && rest > 0 && <p className="bs c2">{words.rest(rest)}</p>}
      {found !== null && <Looking found={found} />}
    </section>
  );
}
