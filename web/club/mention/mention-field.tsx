import "./mention.css";
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import { FieldHint } from "../../ui/form/field.tsx";
import { positionBelowLine } from "./position-below-line.ts";
import { MentionPicker } from "./mention-picker.tsx";
import { mentionTextParts, type MentionText } from "./mention-text.ts";
import type { FindMembers } from "./use-member-search.ts";
import { useMentions } from "./use-mentions.ts";
import { mentionMessages } from "./messages.ts";

type MentionFieldProps = {
  id: string;
  label: string;
  placeholder: string;
  value: MentionText;
  onChange: (value: MentionText) => void;
  /** Stays the same function as long as it finds the same. */
  find: FindMembers;
  /** How many characters there may be. */
  most: number;
  error?: string | null | undefined;
  /** Lines that it has at least. */
  rows?: number;
  /** One field of several, on a page: its label is shown, and names are offered over it, below the line being written. */
  isOfForm?: boolean;
};

/** The names under the text, drawn behind a field that only knows letters; it gives the field its height too. */
const Mirror = ({ value, of }: { value: MentionText; of: RefObject<HTMLDivElement | null> }) => (
  <div ref={of} className="mn-mirror" aria-hidden="true">
    {mentionTextParts(value).map((part) =>
      typeof part === "string" ? (
        part
      ) : (
        <mark key={part.start}>{value.text.slice(part.start, part.end)}</mark>
      ),
    )}
    {"\u200b"}
  </div>
);

/**
 * A text in which people can be named (requirement P20). It is a textarea: phones' web views and
 * input methods know nothing better. Who is named stands beside the text, and is drawn behind it.
 */
export function MentionField(props: MentionFieldProps) {
  const { id, label, placeholder, value, most, error, rows = 3, isOfForm = false } = props;
  const listId = useId();
  const mirror = useRef<HTMLDivElement>(null);
  const { fieldRef, found, shown, at, isOpen, start, setActive, pick, dismiss, addAt, handlers } =
    useMentions(props);
  const over = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isOpen && mirror.current && over.current) positionBelowLine(mirror.current, over.current, start);
  }, [isOpen, start]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of an input method are its own; 229 is what they look like in older web views.
    if (shown.length === 0 || event.nativeEvent.isComposing || event.keyCode === 229) return;
    const member = shown[at];
    if (event.key === "ArrowDown") setActive((at + 1) % shown.length);
    else if (event.key === "ArrowUp") setActive((at + shown.length - 1) % shown.length);
    else if ((event.key === "Enter" || event.key === "Tab") && member) pick(member);
    else if (event.key === "Escape") dismiss();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const length = [...value.text].length;
  // Told while it is written: here, and by the count at the foot.
  const fault = error ?? (length > most ? mentionMessages.tooLong(most) : null);
  const isBad = fault !== null;
  const hasList = shown.length > 0;
  const picker = isOpen && (
    <MentionPicker id={listId} found={found} active={at} onPick={pick} onActive={setActive} />
  );
  return (
    <div className="fld mn">
      <label className={isOfForm ? "lb" : "sr"} htmlFor={id}>
        {label}
      </label>
      {/* Above: a text may be longer than the screen. */}
      <FieldHint id={`${id}-hint`} error={fault} />
      <div className={isBad ? "mn-box bad" : "mn-box"} style={{ minHeight: rows * 26 + 24 }}>
        <Mirror value={value} of={mirror} />
        <textarea
          ref={fieldRef}
          id={id}
          value={value.text}
          placeholder={placeholder}
          aria-invalid={isBad}
          aria-describedby={`${id}-hint`}
          aria-autocomplete="list"
          aria-controls={hasList ? listId : undefined}
          aria-activedescendant={hasList ? `${listId}-${at}` : undefined}
          onKeyDown={onKeyDown}
          {...handlers}
        />
        {isOfForm && isOpen && (
          <div ref={over} className="mn-over-text">
            {picker}
          </div>
        )}
      </div>
      <div className="mn-foot">
        <button type="button" className="mn-at" onClick={addAt} aria-label={mentionMessages.name}>
          @
        </button>
        <span className={length > most ? "num cap mn-over" : "num cap c3"}>
          {length}/{most}
        </span>
      </div>
      {!isOfForm && picker}
    </div>
  );
}
