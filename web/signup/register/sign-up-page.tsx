import * as signUpCss from "./sign-up.module.css";
import { useEffect, useEffectEvent } from "react";
import { data, useLocation, useNavigate, useRevalidator } from "react-router";
import type { SignUpResult } from "#contract/signup/signup.ts";
import { notifySignedUp } from "../../platform/activity/activity-events.ts";
import { markCancellationSeen } from "../../platform/notifications/seen-cancellations.ts";
import { currentChannel } from "../../platform/tracking/channel.ts";
import { requestedCityCode, currentViewpoint } from "../../platform/location/city.ts";
import { withLoaderFailure } from "../../platform/http/loader-failure.ts";
import { send } from "../../platform/http/send.ts";
import { serverSend } from "../../platform/http/server-context.ts";
import { currentSession } from "../../platform/session/session.ts";
import { isOffline } from "../../platform/browser/network.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { track } from "../../platform/tracking/track.ts";
import { useFlowStatus } from "../../platform/activity/use-flow-status.ts";
import { useServerNow } from "../../platform/time/use-server-now.ts";
import { EligibilityNotice } from "../../ui/feedback/eligibility-notice.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Screen } from "../../ui/layout/screen.tsx";
import { eligibilityBlockOf } from "../../ui/feedback/eligibility.ts";
import { silentSend, type SignUpOffer } from "../api.ts";
import { RegistrationClosed, closedReason } from "./registration-closed.tsx";
import { removeSignUpDraft } from "./sign-up-draft.ts";
import type { FormValues } from "./form-values.ts";
import { personActions } from "./person-actions.ts";
import { activityIdIn, loadSignUpPageOfUser, loadSignUpPage } from "./sign-up-data.ts";
import { SignUpFormView } from "./sign-up-form.tsx";
import {
  movedTicket,
  storeTicket,
  ticketFromForm,
  type MovedSession,
  type Ticket,
} from "../ticket/ticket-record.ts";
import { TicketManage } from "../self-service/ticket-manage.tsx";
import { TicketView } from "../ticket/ticket-view.tsx";
import { useTicket } from "../ticket/use-ticket.ts";
import { WaitlistView } from "../waitlist/waitlist-view.tsx";
import { signUpMessages } from "../messages.ts";
import type { Route } from "./+types/sign-up-page.ts";
import * as stateCss from "../../ui/styles/state.module.css";
import * as ticketCss from "../ticket/ticket.module.css";

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const cityCode = requestedCityCode(request);
  const from = cityCode === null ? {} : { cityCode };
  const page = await withLoaderFailure(
    context,
    loadSignUpPage(serverSend(context), activityIdIn(request), from),
  );
  // Not thrown, because this page still shows a person's ticket.
  return page.gone === null ? page : data(page, { status: 404 });
};

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { cityCode, longitude, latitude, isExact } = currentViewpoint();
  const from = { cityCode, ...(isExact && { longitude, latitude }) };
  const openId = currentSession.user()?.openId;
  const activityId = activityIdIn(request);
  if (openId === undefined) return loadSignUpPage(silentSend(send), activityId, from);
  return loadSignUpPageOfUser(silentSend(send), activityId, from, openId);
}

/** The sign-up button leads to an immediate login; the plain address lets a visitor look first. */
function useLoginOnArrival(isVisitor: boolean): void {
  const { state } = useLocation();
  const isApplying = (state as { isApplying?: unknown } | null)?.isApplying === true;
  const logInIfApplying = useEffectEvent(() => {
    if (isApplying && isVisitor && personActions.person() === null) void personActions.login();
  });
  useEffect(() => logInIfApplying(), []);
}

/** Reloads the page's data; skipped without a network, where an error would replace the form. */
function useReload(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return async () => void (isOffline() || (await revalidate()));
}

/**
 * The server renders without the person's own point: if the browser knows it, another dealer may be the
 * nearest.
 */
function useReloadWithPoint({ dealers }: SignUpOffer): void {
  const reload = useReload();
  const locate = useEffectEvent(() => {
    if (dealers[0]?.distance === null && currentViewpoint().isExact) void reload();
  });
  useEffect(() => locate(), []);
}

/** Opening a cancelled activity dismisses its reminder. */
function useDismissReminder(activityId: string | null, time: string | null): void {
  useEffect(() => {
    if (activityId !== null && time !== null) void markCancellationSeen(activityId, time);
  }, [activityId, time]);
}

/** The form, or the reason why there is none. */
function FormOrReason({ offer, detail, ...rest }: { offer: SignUpOffer; detail: string } & SignedProps) {
  const { activity } = offer;
  const user = useUser();
  const now = useServerNow(activity.serverTime, [activity.signUpStartTime, activity.signUpEndTime]);
  const reason = closedReason(activity, now);
  const { activityId } = activity;
  const flow = useFlowStatus(activityId);
  const block = eligibilityBlockOf(flow);
  useLoginOnArrival(user === null && (reason === null || reason === "full"));
  useReloadWithPoint(offer);
  if (reason !== null && reason !== "full")
    return <RegistrationClosed reason={reason} activity={activity} detail={detail} />;
  return (
    <>
      {block !== null && (
        <div className={signUpCss.bar}>
          <EligibilityNotice {...{ block, activityId }} onRetry={() => void flow.reload()} />
        </div>
      )}
      <SignUpFormView
        key={activityId}
        isFull={reason === "full"}
        {...{ offer, detail, send, user, actions: personActions, channel: currentChannel }}
        {...rest}
      />
    </>
  );
}
type SignedProps = {
  onSigned: (result: SignUpResult, values: FormValues, dates: SignUpOffer["dates"]) => void;
  isSignedAfterAll: () => Promise<boolean>;
};

function SignUpPageContent({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const { activityId, offer, gone, first, firstWaiting } = loaderData;
  const brand = useBrand();
  const navigate = useNavigate();
  const reload = useReload();
  const openId = useUser()?.openId ?? null;
  const isHydrated = useHydrated();
  const { shown, show, refresh, waiting, isChecking, joinAgain } = useTicket({
    activityId,
    first,
    firstWaiting,
    firstOf: loaderData.openId,
    openId,
    send,
  });
  const isOnline = (offer?.activity ?? shown?.ticket)?.activityType === "online";
  const detail = `/${isOnline ? "online" : "offline"}/${activityId ?? ""}`;
  const calledOff = (shown?.ticket ?? waiting)?.calledOff;
  /** Target of the back link from a ticket or waitlist entry: an activity that is gone has no page. */
  const back = gone || calledOff ? "/mine/signups" : detail;
  useDismissReminder(activityId, calledOff?.time ?? null);
  const onSignUpDone = () => {
    removeSignUpDraft(activityId ?? "");
    notifySignedUp();
  };
  const onSigned = async (result: SignUpResult, values: FormValues, dates: SignUpOffer["dates"]) => {
    if (offer === null) return;
    onSignUpDone();
    track("sign_up_submitted", { activity_id: offer.activity.activityId, status: result.status });
    if (result.status === "waitlisted") {
      await refresh(true).catch(() => false);
      return;
    }
    // The owner may have logged in during the same press.
    const { openId: owner = null, mobile = null } = currentSession.user() ?? {};
    const ticket = ticketFromForm(result, values, { ...offer, dates }, { mobile }, serverTime.now());
    // Stored before anything else, so that the ticket cannot be lost.
    if (owner !== null) await storeTicket(ticket, owner, serverTime.now());
    if ((await refresh(true).catch(() => null)) !== true) show(ticket, true, owner);
  };
  const isSignedAfterAll = async () => {
    const isSigned = (await refresh(true).catch(() => null)) === true;
    if (isSigned) onSignUpDone();
    return isSigned;
  };
  /** Shows the new session immediately; other changes of the ticket follow with the server's answer. */
  const onMoved = (ticket: Ticket, movedSession: MovedSession) => {
    show(movedTicket(ticket, movedSession, serverTime.now()), false);
    void refresh(false).catch(() => false);
  };
  if (shown)
    return (
      <Screen brand={brand} current="activities" hasBar isFull>
        <div className={ticketCss.page}>
          <NavBar title={signUpMessages.ticketTitle} back={back} />
          <TicketView {...shown} detail={detail} onAcknowledged={() => void refresh(false)}>
            {!shown.isOfflineCopy && (
              <TicketManage
                ticket={shown.ticket}
                onCancelled={() => void navigate(back, { replace: true })}
                onChanged={(movedSession) => onMoved(shown.ticket, movedSession)}
              />
            )}
          </TicketView>
        </div>
      </Screen>
    );
  if (waiting)
    return (
      <Screen brand={brand} current="activities" hasBar>
        <NavBar title={signUpMessages.waitlist.title} back={back} />
        <WaitlistView
          activityId={activityId ?? ""}
          waiting={waiting}
          onChanged={() => void refresh(false)}
          onAgain={() => {
            joinAgain();
            // The loaded choices are older than the wait.
            void reload();
          }}
        />
      </Screen>
    );
  // Hides the closed form until it is known whether the person has a ticket.
  const pendingClass =
    activityId !== null && (isHydrated ? isChecking && stateCss.pending : stateCss.untilKnown);
  return (
    <Screen brand={brand} current="activities" hasBar isBusy={pendingClass === stateCss.pending}>
      <NavBar title={signUpMessages.title} back={offer === null ? "/list" : detail} />
      <div className={classNames(signUpCss.held, pendingClass)}>
        {offer === null ? (
          <RegistrationClosed reason={gone ? "gone" : "missing"} activity={null} {...{ detail, ...gone }} />
        ) : (
          <FormOrReason
            {...{ offer, detail, isSignedAfterAll }}
            onSigned={(...signed) => void onSigned(...signed)}
          />
        )}
      </div>
    </Screen>
  );
}

/** Form for one activity, or the person's ticket. The key gives each activity its own state. */
export default function SignUpPage({ loaderData }: Route.ComponentProps) {
  return <SignUpPageContent key={loaderData.activityId} loaderData={loaderData} />;
}
