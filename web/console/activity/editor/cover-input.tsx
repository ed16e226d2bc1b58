import { useQuery } from "@tanstack/react-query";
import { PictureUploadInput } from "../../kit/form/picture-input.tsx";
import { uploadPictureFile } from "../../shell/index.ts";
import { listChoices } from "../api.ts";
import { consoleActivityTexts as texts } from "../messages.ts";

type CoverInputProps = {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (url: string) => void;
};
/** Size of the preview, as cards of activities show the cover. */
const preview = { width: 168, height: 112 };

/** Choices of the editor that do not depend on what is typed. */
export const useEditorChoices = () =>
  useQuery({ queryKey: ["activity-choices"], queryFn: () => listChoices({}), staleTime: 300_000 });

/** Cover: uploaded, one of the pictures in use, or an address. */
export function CoverInput({ label, value, error, onChange }: CoverInputProps) {
  const { data } = useEditorChoices();
  return (
    <PictureUploadInput
      label={label}
      isRequired
      hint={texts.coverHint}
      value={value}
      error={error}
      onChange={onChange}
      send={uploadPictureFile}
      preview={preview}
      pictures={data?.pictures ?? []}
    />
  );
}
