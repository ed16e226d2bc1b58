import * as textCss from "../../ui/styles/text.module.css";
import type { ReactNode } from "react";
import { Chip } from "../../ui/form/chip.tsx";
import type { ListQuery, QueryChange } from "./list-query.ts";
import { listMessages } from "./list-messages.ts";
import * as listPageCss from "./list-page.module.css";

/** Number of activities per type under the other conditions, at most 999. */
export type ListCounts = { all: number; offline: number; online: number };

type QuickChipsProps = {
  query: ListQuery;
  /** Null while they load. */
  counts: ListCounts | null;
  /** Address and hidden fields of the form that works without a script. */
  action: string;
  fields: readonly (readonly [string, string])[];
  change: (change: QueryChange) => void;
  /** Chips of other conditions. */
  children?: ReactNode;
  /** Conditions at the moment of a tap, which may be newer than `query`. */
  queryNow?: () => ListQuery;
};

const kinds = [
  { type: undefined, label: listMessages.all, of: "all" },
  { type: "localoffline", label: listMessages.offline, of: "offline" },
  { type: "online", label: listMessages.online, of: "online" },
] as const;

/** Changes that toggle a condition. */
const toggled = {
  weekend: ({ weekend }: ListQuery) => ({ weekend: weekend ? undefined : "1" }) as const,
  sort: ({ sort }: ListQuery) => ({ sort: sort === "distance" ? undefined : "distance" }) as const,
};

/**
 * Quick filters below the bar: all, offline or online; this weekend; nearest first. They are submit buttons
 * of a GET form: the pressed button precedes the hidden fields, and the server reads the first value.
 */
export function QuickChips(props: QuickChipsProps) {
  const { query, counts, action, fields, change, children, queryNow = () => query } = props;
  const chip = (name: "activityType" | "weekend" | "sort", changeFrom: (from: ListQuery) => QueryChange) => ({
    type: "submit" as const,
    name,
    value: changeFrom(query)[name] ?? "",
    onClick: (event: { preventDefault(): void }) => {
      event.preventDefault();
      change(changeFrom(queryNow()));
    },
  });
  return (
    <form method="get" action={action}>
      <fieldset className={listPageCss.chips}>
        <legend className={textCss.visuallyHidden}>{listMessages.quick}</legend>
        {children}
        {kinds.map(({ type, label, of }) => (
          <Chip
            key={of}
            {...chip("activityType", () => ({ activityType: type }))}
            isOn={query.activityType === type}
            tap="choose"
          >
            {counts === null ? label : listMessages.counted(label, counts[of])}
          </Chip>
        ))}
        <Chip {...chip("weekend", toggled.weekend)} isOn={query.weekend === "1"} tap="toggle">
          {listMessages.weekend}
        </Chip>
        <Chip {...chip("sort", toggled.sort)} isOn={query.sort === "distance"} tap="toggle">
          {listMessages.nearest}
        </Chip>
      </fieldset>
      {fields.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
    </form>
  );
}
