import { cleanLine } from "#contract/core/text.ts";
import * as staffNameFormCss from "./staff-name-form.module.css";
import { useState } from "react";
import { Button } from "./button.tsx";
import { TextField } from "./field.tsx";
import * as contentCss from "../styles/content.module.css";

type StaffNameMessages = Readonly<
  Record<"who" | "whoPlaceholder" | "whoWhy" | "whoNeeded" | "start", string>
>;
/** Longest stored name of a person at a desk, characters. */
const MAX_LENGTH = 20;
type StaffNameFormProps = {
  messages: StaffNameMessages;
  onDone: (name: string) => void;
  /** Name until now, when another person takes over; submitting it unchanged continues with it. */
  current?: string;
};

/** Asks for the name of the person who works by a staff link, before anything else is shown. */
export function StaffNameForm({ messages, onDone, current = "" }: StaffNameFormProps) {
  const [name, setName] = useState(current);
  const [error, setError] = useState<string | null>(null);
  const submit = () => {
    const written = cleanLine(name, MAX_LENGTH);
    if (written === "") setError(messages.whoNeeded);
    else onDone(written);
  };
  return (
    <form
      className={`${staffNameFormCss.form} ${contentCss.card} ${contentCss.padded}`}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={messages.who}
        isRequired
        value={name}
        placeholder={messages.whoPlaceholder}
        error={error}
        hint={messages.whoWhy}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" isWide>
        {messages.start}
      </Button>
    </form>
  );
}
