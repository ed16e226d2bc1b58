import { useState } from "react";
import type { Composition } from "#contract/compose/compose.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { Button } from "../../ui/form/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { ChevronDownIcon } from "../../ui/icons/common-icons.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { fromInputValue } from "../../ui/form/local-time.ts";
import { composeMessages } from "../messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as foldsCss from "../folds.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const texts = composeMessages.planning;

type PlanSummaryProps = {
  composition: Composition;
  isBusy: boolean;
  /** Loads the planned blocks into the editor. */
  onLoad: (planned: NonNullable<Composition["planned"]>) => void;
  onCancel: (planned: NonNullable<Composition["planned"]>) => void;
};

/** Notice about the planned change, with buttons for loading and cancelling it; nothing without a plan. */
export function PlanSummary({
  composition: { planned, version },
  isBusy,
  onLoad,
  onCancel,
}: PlanSummaryProps) {
  if (planned === null) return null;
  const { publishTime, plannedBy, blocks, basedOn } = planned;
  return (
    <Notice kind={basedOn < version ? "warn" : "info"}>
      <p>
        <b>{texts.planned(formatMoment(publishTime))}</b>
      </p>
      <p>{texts.what(plannedBy, blocks.length)}</p>
      {basedOn < version && <p>{texts.older}</p>}
      <div className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.wrap} ${layoutCss.marginTop1}`}>
        <Button look="outline" size="small" onClick={() => onLoad(planned)}>
          {texts.load}
        </Button>
        <Button look="outline" size="small" isBusy={isBusy} onClick={() => onCancel(planned)}>
          {texts.cancel}
        </Button>
      </div>
    </Notice>
  );
}

type PlanFormProps = {
  isChanged: boolean;
  isPlanned: boolean;
  isBusy: boolean;
  /** Error of the submitted time. */
  fault: string | null;
  /** @param publishTime ISO 8601 with offset; "" if none was chosen */
  onPlan: (publishTime: string) => void;
};

/** Form that plans the change of the page for a set time. */
export function PlanForm({ isChanged, isPlanned, isBusy, fault, onPlan }: PlanFormProps) {
  const [time, setTime] = useState("");
  /** Submitted time: the error does not belong to another one. */
  const [sent, setSent] = useState<string | null>(null);
  return (
    <details className={`${contentCss.card} ${contentCss.padded} ${foldsCss.fold}`}>
      <summary>
        <ChevronDownIcon size={20} />
        <span className={layoutCss.grow}>{texts.title}</span>
      </summary>
      <p className={`${textCss.small} ${textCss.secondary}`}>{isChanged ? texts.why : texts.nothing}</p>
      <form
        className={foldsCss.plan}
        onSubmit={(event) => {
          event.preventDefault();
          setSent(time);
          onPlan(fromInputValue(time));
        }}
      >
        <TextField
          label={texts.time}
          type="datetime-local"
          value={time}
          error={time === sent ? fault : null}
          onChange={({ target }) => setTime(target.value)}
        />
        <Button type="submit" look="outline" isBusy={isBusy} disabled={!isChanged}>
          {isPlanned ? texts.replace : texts.plan}
        </Button>
      </form>
    </details>
  );
}
