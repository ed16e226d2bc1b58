import * as mentionCss from "./mention.module.css";
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import { FieldHint } from "../../ui/form/field.tsx";
import { positionBelowLine } from "./position-below-line.ts";
import { MentionPicker } from "./mention-picker.tsx";
import { mentionTextParts, type MentionText } from "./mention-text.ts";
import type { FindMembers } from "./use-member-search.ts";
import { useMentions } from "./use-mentions.ts";
import { mentionMessages } from "./messages.ts";
import * as fieldCss from "../../ui/form/field.module.css";
import * as stateCss from "../../ui/styles/state.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type MentionFieldProps = {
  id: string;
  label: string;
  placeholder: string;
  value: MentionText;
  onChange: (value: MentionText) => void;
  /** Must be a stable function, since a new one searches again. */
  find: FindMembers;
  /** Maximum length, characters. */
  maxLength: number;
  error?: string | null | undefined;
  /** Minimum height, lines. */
  rows?: number;
  /** One of several fields on a page: the label is visible, and the list opens over the text, below the current line. */
  isOfForm?: boolean;
};

/** Copy of the text behind the textarea that highlights the mentions and gives the field its height. */
const Mirror = ({ value, of }: { value: MentionText; of: RefObject<HTMLDivElement | null> }) => (
  <div ref={of} className={mentionCss.mirror} aria-hidden="true">
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
 * Text field with mentions (requirement P20). It is a textarea, since web views and input methods of phones handle it
 * most reliably; the mentions are kept beside the text and highlighted behind it.
 */
export function MentionField(props: MentionFieldProps) {
  const { id, label, placeholder, value, maxLength, error, rows = 3, isOfForm = false } = props;
  const listId = useId();
  const mirror = useRef<HTMLDivElement>(null);
  const { fieldRef, found, shown, at, isOpen, start, setActive, pick, dismiss, addAt, handlers } =
    useMentions(props);
  const over = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isOpen && mirror.current && over.current) positionBelowLine(mirror.current, over.current, start);
  }, [isOpen, start]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Ignores keys of an input method; older web views report them as 229.
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
  const message = error ?? (length > maxLength ? mentionMessages.tooLong(maxLength) : null);
  const isInvalid = message !== null;
  const hasList = shown.length > 0;
  const picker = isOpen && (
    <MentionPicker id={listId} found={found} active={at} onPick={pick} onActive={setActive} />
  );
  return (
    <div className={`${fieldCss.field} ${mentionCss.mention}`}>
      <label className={isOfForm ? fieldCss.label : textCss.visuallyHidden} htmlFor={id}>
        {label}
      </label>
      {/* Above the field: the text may be longer than the screen. */}
      <FieldHint id={`${id}-hint`} error={message} />
      <div
        className={isInvalid ? `${mentionCss.box} ${stateCss.invalid}` : mentionCss.box}
        style={{ minHeight: rows * 26 + 24 }}
      >
        <Mirror value={value} of={mirror} />
        <textarea
          ref={fieldRef}
          id={id}
          value={value.text}
          placeholder={placeholder}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-hint`}
          aria-autocomplete="list"
          aria-controls={hasList ? listId : undefined}
          aria-activedescendant={hasList ? `${listId}-${at}` : undefined}
          onKeyDown={onKeyDown}
          {...handlers}
        />
        {isOfForm && isOpen && (
          <div ref={over} className={mentionCss.overText}>
            {picker}
          </div>
        )}
      </div>
      <div className={mentionCss.foot}>
        <button type="button" className={mentionCss.at} onClick={addAt} aria-label={mentionMessages.name}>
          @
        </button>
        <span
          className={
            length > maxLength
              ? `${textCss.numeric} ${textCss.caption} ${mentionCss.tooLong}`
              : `${textCss.numeric} ${textCss.caption} ${textCss.tertiary}`
          }
        >
          {length}/{maxLength}
        </span>
      </div>
      {!isOfForm && picker}
    </div>
  );
}
