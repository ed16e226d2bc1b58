import { useState } from "react";
import { businessTypes } from "#contract/activity/labels.ts";
import { sponsorLevels1, sponsorLevels2 } from "#contract/activity/sponsors.ts";
import { operatorRoleNames, operatorRoles, type OperatorRole } from "#contract/console/rights.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { MultiSelectInput, SelectInput, type Option } from "../kit/form/select-input.tsx";
import { TextAreaInput } from "../kit/form/text-input.tsx";
import { kitMessages } from "../kit/messages.ts";
import * as utilityCss from "../kit/styles/utility.module.css";
import { operatorMessages as messages } from "./messages.ts";

type Level = (typeof sponsorLevels1)[number];
type Region = keyof typeof sponsorLevels2;
/** Grant as it is typed. */
export type TypedGrant = {
  readonly role: OperatorRole | "";
  readonly levels: readonly Level[];
  readonly regions: readonly Region[];
  readonly types: readonly string[];
  /** Ids of dealers, one a line. */
  readonly dealers: string;
};
export const emptyGrant: TypedGrant = { role: "", levels: [], regions: [], types: [], dealers: "" };

const roles = operatorRoleNames.map((value): Option<OperatorRole> => ({
  value,
  label: operatorRoles[value],
}));
const levels = sponsorLevels1.map((value): Option<Level> => ({
  value,
  label: kitMessages.sponsorLevels[value],
}));
const regions = (Object.keys(sponsorLevels2) as Region[]).map((value): Option<Region> => ({
  value,
  label: sponsorLevels2[value],
}));
const types = Object.entries(businessTypes).map(([value, label]): Option => ({ value, label }));

const dealerIds = (text: string): string[] => text.split(/\s+/).filter((id) => id !== "");
const orEvery = <T,>(chosen: readonly T[]): "*" | T[] => (chosen.length === 0 ? "*" : [...chosen]);

/** Whether the dealers are ids. */
const hasBadDealers = ({ dealers }: TypedGrant): boolean =>
  dealerIds(dealers).some((id) => !/^\d{1,19}$/.test(id));

/** The grant for the call; null while no role is chosen, or a dealer is no id. */
export function grantOf(typed: TypedGrant): { role: OperatorRole; scope: GrantScope } | null {
  if (typed.role === "" || hasBadDealers(typed)) return null;
  return {
    role: typed.role,
    scope: {
      sponsorLevel1: orEvery(typed.levels),
      sponsorLevel2: orEvery(typed.regions),
      businessType: orEvery(typed.types.map(Number)),
      dealers: orEvery(dealerIds(typed.dealers)),
    },
  };
}

type GrantFormProps = { value: TypedGrant; onChange: (value: TypedGrant) => void };

/** Role and extent of a grant; nothing chosen is everything. */
export function GrantForm({ value, onChange }: GrantFormProps) {
  const [isLeft, setLeft] = useState(false);
  return (
    <div className={utilityCss.stack}>
      <SelectInput
        label={messages.role}
        isRequired
        options={roles}
        value={value.role}
        onChange={(role) => onChange({ ...value, role })}
      />
      <MultiSelectInput
        label={messages.level}
        placeholder={messages.everything}
        options={levels}
        value={value.levels}
        onChange={(chosen) => onChange({ ...value, levels: chosen })}
      />
      <MultiSelectInput
        label={messages.regions}
        placeholder={messages.everything}
        options={regions}
        value={value.regions}
        onChange={(chosen) => onChange({ ...value, regions: chosen })}
      />
      <MultiSelectInput
        label={messages.businessTypes}
        placeholder={messages.everything}
        options={types}
        value={value.types}
        onChange={(chosen) => onChange({ ...value, types: chosen })}
      />
      <TextAreaInput
        label={messages.dealers}
        rows={2}
        value={value.dealers}
        onChange={(dealers) => onChange({ ...value, dealers })}
        onBlur={() => setLeft(true)}
        error={isLeft && hasBadDealers(value) ? messages.badDealers : null}
        hint={messages.dealersHint}
      />
    </div>
  );
}
