import * as staffNameFormCss from "./staff-name-form.module.css";
import { useState } from "react";
import { Button } from "./button.tsx";
import { TextField } from "./field.tsx";
import * as contentCss from "../styles/content.module.css";

type WhoWords = Readonly<Record<"who" | "whoPlaceholder" | "whoWhy" | "whoNeeded" | "start", string>>;
type WhoFormProps = {
  words: WhoWords;
  onDone: (name: string) => void;
  /** Name until now, when another person takes over; submitting it unchanged continues with it. */
  current?: string;
};

/** Asks for the name of the person who works by a staff link, before anything else is shown. */
export function StaffNameForm({ words, onDone, current = "" }: WhoFormProps) {
  const [name, setName] = useState(current);
  const [error, setError] = useState<string | null>(null);
  const send = () => {
    const given = name.trim();
    if (given === "") setError(words.whoNeeded);
    else onDone(given.slice(0, 20));
  };
  return (
    <form
      className={`${staffNameFormCss.form} ${contentCss.card} ${contentCss.padded}`}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextField
        label={words.who}
        isRequired
        value={name}
        placeholder={words.whoPlaceholder}
        error={error}
        hint={words.whoWhy}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" isWide>
        {words.start}
      </Button>
    </form>
  );
}
