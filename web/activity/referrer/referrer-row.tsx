import { useState } from "react";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { chosenNickname } from "#contract/session/default-nickname.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { Button } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { PeopleIcon } from "../../ui/icons/common-icons.tsx";
import { referrerMessages } from "./referrer-messages.ts";
import { useReferrer, type Referrer } from "./use-referrer.ts";
import * as detailCss from "../../ui/styles/detail.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";

/**
 * Accepts the invitation of the referrer (`open`) or helps them in the KOC programme (`claim`), behind login
 * and captcha. Runs only on a tap, since opening a page must not show a captcha (requirements M08, M09).
 * @returns whether it is done, now or before
 */
async function answerReferrer(
  op: "open" | "claim",
  activityId: string,
  { from }: Referrer,
): Promise<boolean> {
  try {
    const { operateLink } = await import("#contract/share/share.ts");
    const { counted, remark } = await send(operateLink, { id: activityId, op, from });
    const { acceptedToast, helpedToast, accepted, helpedBefore } = referrerMessages;
    if (counted) showToast(op === "open" ? acceptedToast : helpedToast);
    else showToast(remark ?? (op === "open" ? accepted : helpedBefore));
    return true;
  } catch (error) {
    // The call has already shown its refusal.
    if (asRefusal(error) === null) throw error;
    return false;
  }
}

/** Name of the referrer with a button to accept, or to help if the activity has a KOC programme. */
export function ReferrerRow({ activity: { activityId, koc } }: { activity: ActivityDetail }) {
  const referrer = useReferrer(activityId);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  if (referrer === null) return null;
  const op = koc === undefined ? "open" : "claim";
  const { accept, accepted, help, helped } = referrerMessages;
  const label = op === "open" ? (isDone ? accepted : accept) : isDone ? helped : help;
  const press = () => {
    setBusy(true);
    void answerReferrer(op, activityId, referrer)
      .then(setDone)
      .finally(() => setBusy(false));
  };
  return (
    <div className={detailCss.conditions}>
      <PeopleIcon size={20} />
      <span className={layoutCss.grow}>
        <b>{referrerMessages.by(chosenNickname(referrer.nickname) ?? referrerMessages.friend)}</b>
      </span>
      <Button look="tonal" size="small" isBusy={isBusy} disabled={isDone} onClick={press}>
        {label}
      </Button>
    </div>
  );
}
