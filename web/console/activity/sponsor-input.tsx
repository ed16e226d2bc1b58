import { sponsorLevels2 } from "#contract/activity/sponsors.ts";
import { SelectInput } from "../kit/form/select-input.tsx";
import { consoleActivityTexts as texts } from "./messages.ts";

type Sponsor = { readonly sponsorLevel1: "107001" | "107002"; readonly sponsorLevel2: string | null };
type SponsorInputProps = {
  value: Sponsor;
  faults: Readonly<Record<string, string | undefined>>;
  onChange: (value: Sponsor) => void;
};
const HEADQUARTERS = "107001";
const options = [
  { value: HEADQUARTERS, label: texts.headquarters },
  ...Object.entries(sponsorLevels2).map(([value, label]) => ({ value, label })),
];

/** Sponsor of an activity: headquarters, or one of the regions. */
export const SponsorInput = ({ value, faults, onChange }: SponsorInputProps) => (
  <SelectInput
    label={texts.createDialog.sponsor}
    isRequired
    options={options}
    value={value.sponsorLevel1 === HEADQUARTERS ? HEADQUARTERS : (value.sponsorLevel2 ?? "")}
    error={faults["sponsorLevel1"] ?? faults["sponsorLevel2"]}
    onChange={(chosen) =>
      onChange(
        chosen === HEADQUARTERS
          ? { sponsorLevel1: "107001", sponsorLevel2: null }
          : { sponsorLevel1: "107002", sponsorLevel2: chosen },
      )
    }
  />
);
