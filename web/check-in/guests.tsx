import { useState } from "react";
import type { Guest } from "#contract/check-in.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/form.tsx";
import { formatMoment } from "../ui/format.ts";
import { Empty } from "../ui/states.tsx";
import { Tag } from "../ui/tag.tsx";
import { ToldAnswers } from "../ui/told-answers.tsx";
import { words } from "./words.ts";

type GuestsProps = {
  guests: readonly Guest[];
  isBusy: boolean;
  onPick: (guest: Guest) => void;
  /** A check-in that was made by mistake is taken back. */
  onUndo: (guest: Guest) => void;
};

/** Shown at once; who looks for one of many types their name. */
const SHOWN_MOST = 100;
const matches = ({ name, mobile }: Guest, text: string): boolean =>
  name.toLowerCase().includes(text) || mobile.endsWith(text);

/** Who signed up, with who is there already. */
export function Guests({ guests, isBusy, onPick, onUndo }: GuestsProps) {
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = wanted === "" ? guests : guests.filter((guest) => matches(guest, wanted));
  if (guests.length === 0) return <Empty {...words.none} />;
  return (
    <section className="card p ci-list">
      <h2 className="t3">{words.list}</h2>
      <Field
        label={words.search}
        value={text}
        type="search"
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      {found.length === 0 && <p className="bs c2">{words.nobody}</p>}
      <ul>
        {found.slice(0, SHOWN_MOST).map((guest) => (
          <li key={guest.signUpId}>
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
            {guest.checkedInTime === null ? (
              <Button
                look="tonal"
                size="tiny"
                disabled={isBusy}
                aria-label={words.checkOf(guest.name)}
                onClick={() => onPick(guest)}
              >
                {words.check}
              </Button>
            ) : (
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
        ))}
      </ul>
      {found.length > SHOWN_MOST && <p className="bs c2">{words.rest(found.length - SHOWN_MOST)}</p>}
    </section>
  );
}
