import "./lead.module.css";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import type { ActivityDetail, Series } from "#contract/activity/activity.ts";
import type { Lead } from "#contract/lead/lead.ts";
import type { LeadPreset } from "../../platform/http/challenges.ts";
import { setLeadStatus } from "../../platform/activity/lead-status.ts";
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
  const show = useEffectEvent((of: string, lead: Lead | null) => {
    setAnswer({ of, lead });
    setLeadStatus(activityId, of, lead !== null);
  });
  useEffect(() => {
    if (openId === null) return;
    let isCurrent = true;
    loadLead(send, activityId).then(
      (lead) => isCurrent && show(openId, lead),
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
      if (known && openId !== null) {
        setAnswer({ of: openId, lead: known });
        setLeadStatus(activityId, openId, true);
      }
      // Always, so that an earlier request answered late cannot overwrite the known lead.
      setReloadCount((before) => before + 1);
    },
  };
}

/** Loaded together with the answer that there is a lead. */
const LeadSubmitted = lazy(() => import("./lead-submitted.tsx"));
/** Loaded only if no leads are accepted. */
const LeadsClosed = lazy(() => import("./leads-closed.tsx"));

/** Parts of the section: the form, the stored lead, or the reason why none is accepted. */
export type LeadView = "form" | "submitted" | "closed";

type LeadSectionProps = {
  activity: ActivityDetail;
  series: readonly Series[];
  isPreview: boolean;
  /** On a phone the page's bar has the submit button. */
  hasBar: boolean;
  /** Chosen on the page before. */
  preset?: LeadPreset;
  /** Called with the shown part, so that the page's bar has a button for it. */
  onView?: (view: LeadView) => void;
};

/** Lead section: the form, the stored lead, or the reason why none is accepted (requirements M01, M04). */
export function LeadSection(props: LeadSectionProps) {
  // The key prevents showing one user's values to the next, or one activity's values on another's page
  // (requirement L21).
  return <UserLeadSection key={`${props.activity.activityId} ${useUserKey()}`} {...props} />;
}

function UserLeadSection({ activity, series, isPreview, hasBar, preset, onView }: LeadSectionProps) {
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
  const view = lead !== null && !(isChanging && mayChange) ? "submitted" : mayChange ? "form" : "closed";
  const notifyView = useEffectEvent(() => onView?.(view));
  useEffect(() => notifyView(), [view]);
  if (lead !== null && view === "submitted")
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
  if (view === "closed")
    return (
      <Suspense>
        <LeadsClosed activity={activity} />
      </Suspense>
    );
  return (
    <LeadFormView
      // The server cannot read a stored draft, so the browser remounts the form with it, and with each lead.
      key={isChanging ? changed.leadId : isHydrated ? "begun" : "fresh"}
      {...{ activity, series, user, isPreview, hasBar, preset }}
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
