import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RefCallBack } from "react-hook-form";
import { useDebouncedValue } from "../../ui/hooks/use-debounced-value.ts";
import { ComboInput } from "../kit/form/combo-input.tsx";
import { FieldPair } from "../kit/form/form-frame.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import { bannerKeys, loadTargets } from "./api.ts";
import { bannerTexts } from "./messages.ts";

const { form: texts } = bannerTexts;

type TargetInputProps = {
  value: string;
  error: string | null;
  onChange: (link: string) => void;
  onBlur: () => void;
  inputRef: RefCallBack;
};

/** Link of a banner: an activity, a product or a page found by name, or an address. */
export function TargetInput({ value, error, onChange, onBlur, inputRef }: TargetInputProps) {
  const [text, setText] = useState("");
  const searched = useDebouncedValue(text);
  const { data = [] } = useQuery({
    queryKey: bannerKeys.targets(searched),
    queryFn: () => loadTargets(searched),
    placeholderData: keepPreviousData,
  });
  const options = data.map(({ kind, path, name }) => ({ value: path, label: name, note: texts.kinds[kind] }));
  const isFound = options.some((option) => option.value === value);
  return (
    <FieldPair>
      <ComboInput
        label={texts.target}
        placeholder={texts.targetPlaceholder}
        options={options}
        value={isFound ? value : ""}
        onSearch={setText}
        onChange={(path) => path !== "" && onChange(path)}
      />
      <TextInput
        label={texts.link}
        isRequired
        hint={texts.linkHint}
        spellCheck={false}
        value={value}
        error={error}
        inputRef={inputRef}
        onChange={(link) => onChange(link.trim())}
        onBlur={onBlur}
      />
    </FieldPair>
  );
}
