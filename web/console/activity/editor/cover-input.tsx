import { pictureUrl } from "../../../platform/picture/picture-url.ts";
import { useQuery } from "@tanstack/react-query";
import { TextInput } from "../../kit/form/text-input.tsx";
import { listChoices } from "../api.ts";
import { consoleActivityTexts as texts } from "../messages.ts";
import * as editorCss from "./editor.module.css";

type CoverInputProps = {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (url: string) => void;
};
const SHOWN = 11;

/** Choices of the editor that do not depend on what is typed. */
export const useEditorChoices = () =>
  useQuery({ queryKey: ["activity-choices"], queryFn: () => listChoices({}), staleTime: 300_000 });

/** Cover: one of the pictures in use, or an address. */
export function CoverInput({ label, value, error, onChange }: CoverInputProps) {
  const { data } = useEditorChoices();
  const pictures = [...new Set([...(value === "" ? [] : [value]), ...(data?.pictures ?? [])])].slice(
    0,
    SHOWN,
  );
  return (
    <div>
      <fieldset className={editorCss.covers} aria-label={label}>
        {pictures.map((url, at) => (
          <button
            key={url}
            type="button"
            aria-pressed={url === value}
            aria-label={texts.coverChoose(at + 1)}
            onClick={() => onChange(url)}
          >
            <img src={pictureUrl(url, { width: 240, height: 160 })} alt="" loading="lazy" />
          </button>
        ))}
      </fieldset>
      <TextInput
        label={label}
        hint={texts.coverAddress}
        isRequired
        value={value}
        error={error}
        onChange={onChange}
      />
    </div>
  );
}
