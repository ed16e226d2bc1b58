import "./lead.module.css";
import { lazy, Suspense, useEffect, useState } from "react";
import type { ActivityDetail, Series } from "#contract/activity/activity.ts";
import type { Lead } from "#contract/lead/lead.ts";
import { send } from "../../platform/http/send.ts";
import { useUserKey } from "../../platform/session/use-user-key.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { loadLead } from "../api.ts";
import type { EditedLead } from "./edited-lead.ts";
import { claimLeadDraft, removeLeadDraft } from "./lead-draft.ts";
import { LeadFormView } from "./lead-form.tsx";

/** The user's lead of an activity, reloaded when another user logs in. */
function useLead(activityId: string): { lead: Lead | null; reload: (known?: Lead) => void } {
  const openId = useUser()?.openId ?? null;
  const [reloadCount, setReloadCount] = useState(0);
  const [answer, setAnswer] = useState<{ of: string; lead: Lead | null } | null>(null);
  useEffect(() => {
    if (openId === null) return;
    let isCurrent = true;
    loadLead(send, activityId).then(
      (lead) => isCurrent && setAnswer({ of: openId, lead }),
      // Keeps the form if the request fails: submitting again creates no second lead.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [activityId, openId, reloadCount]);
  return {
    lead: answer !== null && answer.of === openId ? answer.lead : null,
    reload: (known) => {
      if (known && openId !== null) setAnswer({ of: openId, lead: known });
      // Always, so that an earlier request answered late cannot overwrite the known lead.
      setReloadCount((before) => before + 1);
    },
  };
}

/** Loaded together with the answer that there is a lead. */
const LeadSubmitted = lazy(() => import("./lead-submitted.tsx"));
/** Loaded only if no leads are accepted. */
const LeadsClosed = lazy(() => import("./leads-closed.tsx"));

type LeadSectionProps = {
  activity: ActivityDetail;
  series: readonly Series[];
  isPreview: boolean;
  /** On a phone the page's bar has the submit button. */
  hasBar: boolean;
};

/** Lead section: the form, the stored lead, or the reason why none is accepted (requirements M01, M04). */
export function LeadSection(props: LeadSectionProps) {
  // The key prevents showing one user's values to the next, or one activity's values on another's page
  // (requirement L21).
  return <UserLeadSection key={`${props.activity.activityId} ${useUserKey()}`} {...props} />;
}

function UserLeadSection({ activity, series, isPreview, hasBar }: LeadSectionProps) {
  const user = useUser();
  const isHydrated = useHydrated();
  const openId = user?.openId;
  useEffect(() => {
    if (openId !== undefined) claimLeadDraft(activity.activityId, openId);
  }, [activity.activityId, openId]);
  const { lead, reload } = useLead(activity.activityId);
  const [changed, setChanged] = useState<EditedLead | null>(null);
  const bind = async () => (await import("../../platform/login/bind-mobile.ts")).startMobileBindingOrToast();
  const mayChange = activity.status === 2;
  const isChanging = changed !== null && changed.leadId === lead?.leadId;
  if (lead !== null && !(isChanging && mayChange))
    return (
      <Suspense>
        <LeadSubmitted
          lead={lead}
          activity={activity}
          onChange={mayChange ? setChanged : null}
          onWithdrawn={reload}
        />
      </Suspense>
    );
  if (!mayChange)
    return (
      <Suspense>
        <LeadsClosed activity={activity} />
      </Suspense>
    );
  return (
    <LeadFormView
      // The server cannot read a stored draft, so the browser remounts the form with it, and with each lead.
      key={isChanging ? changed.leadId : isHydrated ? "begun" : "fresh"}
      {...{ activity, series, user, isPreview, hasBar }}
      changed={isChanging ? changed : null}
      onBind={() => void bind()}
      onCancel={() => {
        removeLeadDraft(activity.activityId);
        setChanged(null);
      }}
      onDone={(known) => {
        setChanged(null);
        reload(known);
      }}
    />
  );
}
