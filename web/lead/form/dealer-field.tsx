import { useEffect, useEffectEvent, useState } from "react";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { Button } from "../../ui/form/button.tsx";
import { ChoiceGroup } from "../../ui/form/choice-group.tsx";
import { FieldHint } from "../../ui/form/field.tsx";
import { formatDistance } from "../../ui/display/format.ts";
import type { FieldsProps } from "./lead-fields.tsx";
import { useDealers } from "./use-dealers.ts";
import { leadFormMessages } from "./messages.ts";
import { leadMessages } from "../messages.ts";
import * as fieldCss from "../../ui/form/field.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as leadCss from "./lead.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Dealers displayed before the rest is expanded. */
const INITIAL_COUNT = 3;

export type LeadDealerFieldProps = FieldsProps & {
  activity: ActivityDetail;
  /** Called with the preselected dealer until the user chooses one; empty: none. */
  onNearest: (dealerId: string) => void;
};

/** Dealers to choose from, the nearest preselected (requirement M04). */
export function LeadDealerField({ values, change, faults, activity, onNearest }: LeadDealerFieldProps) {
  const [isExpanded, setExpanded] = useState(false);
  const { dealers, hasFailed, reload } = useDealers(activity, values.cityCode, values.districtCode);
  const nearest = dealers?.[0]?.id ?? "";
  const notifyNearest = useEffectEvent(onNearest);
  useEffect(() => notifyNearest(nearest), [nearest]);
  if (hasFailed)
    return (
      <p className={`${layoutCss.row} ${layoutCss.gap3} ${textCss.small} ${textCss.secondary}`}>
        {leadMessages.dealersFailed}
        <Button look="outline" size="tiny" onClick={reload}>
          {leadMessages.retry}
        </Button>
      </p>
    );
  if (dealers === null)
    return (
      <output className={`${textCss.small} ${textCss.tertiary}`}>{leadFormMessages.loadingDealers}</output>
    );
  if (dealers.length === 0)
    return <p className={`${textCss.small} ${textCss.secondary}`}>{leadMessages.noDealers}</p>;
  const chosen = values.dealerId || nearest;
  const shown = isExpanded ? dealers : dealers.filter(({ id }, at) => at < INITIAL_COUNT || id === chosen);
  return (
    <div className={fieldCss.field}>
      <p className={fieldCss.label}>
        <span>{leadMessages.dealer}</span>
      </p>
      <ChoiceGroup
        name="lead-dealerId"
        label={leadMessages.dealer}
        className={leadCss.dealers}
        choices={shown.map((one) => ({
          value: one.id,
          content: (
            <span>
              <b className={`${textCss.small} ${textCss.medium}`}>{dealerDisplayName(one)}</b>
              <small>
                {one.distance !== null && `${leadMessages.away(formatDistance(one.distance))} · `}
                {one.address}
              </small>
            </span>
          ),
        }))}
        value={chosen}
        onChoose={(dealerId) => change({ dealerId })}
      />
      {shown.length < dealers.length && (
        <Button look="quiet" size="small" onClick={() => setExpanded(true)}>
          {leadMessages.allDealers(dealers.length)}
        </Button>
      )}
      <FieldHint id="lead-dealerId-hint" error={faults["dealerId"]} />
    </div>
  );
}
