import type { MetaFunction } from "react-router";
import type { InvitationCodeInfo } from "#contract/invitation/invitation.ts";
import { formatDateTime, formatSpan } from "#contract/core/date-text.ts";
import { formatDeadline } from "#contract/core/moment-text.ts";
import { brandOf, useBrand } from "../platform/environment/site.ts";
import { useServerNow } from "../platform/time/use-server-now.ts";
import { Button, ButtonLink } from "../ui/form/button.tsx";
import { cancellationIn, cancellationMessage } from "../ui/feedback/cancelled.ts";
import { describeFailure } from "../ui/feedback/load-failure.ts";
import { NavBar } from "../ui/layout/site-frame.tsx";
import { ResponsivePicture } from "../ui/media/picture.tsx";
import { Screen } from "../ui/layout/screen.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { useInvitation } from "./use-invitation.ts";
import { invitationMessages } from "./messages.ts";
import * as invitationCss from "./invitation.module.css";
import type { Route } from "./+types/invitation-page.ts";
import { TitleText } from "../ui/display/title-text.tsx";
import * as contentCss from "../ui/styles/content.module.css";
import * as frameCss from "../ui/styles/frame.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

export const meta: MetaFunction = ({ matches }) => [
  { title: `${invitationMessages.title} - ${brandOf(matches).name}` },
];

const pathOf = ({ activityMode, activityId }: InvitationCodeInfo): string => `/${activityMode}/${activityId}`;

/** Place of the activity; null if it has none. */
function placeOf({ activityMode, dealerName, address }: InvitationCodeInfo): string | null {
  if (dealerName !== null) return invitationMessages.at(dealerName, address);
  return activityMode === "offline" ? address : null;
}

/** Phase of the sign-up at a server time in ms, as on the activity's bar. */
function phaseOf(
  { opensTime, closesTime, overTime }: InvitationCodeInfo,
  now: number,
): "soon" | "open" | "ended" | "over" {
  if (now >= Date.parse(overTime)) return "over";
  if (now >= Date.parse(closesTime)) return "ended";
  return now < Date.parse(opensTime) ? "soon" : "open";
}

/** Explanation of the button. */
const textOf = (invitation: InvitationCodeInfo, phase: ReturnType<typeof phaseOf>): string =>
  ({
    open: invitationMessages.text,
    soon: invitationMessages.soonText,
    ended: invitationMessages.endedText(formatDeadline(invitation.closesTime)),
    over: invitationMessages.overText(formatDeadline(invitation.overTime)),
  })[phase];

/** Invited user, activity and the accept button. */
function InvitationCard({
  invitation,
  isBusy,
  onApply,
}: {
  invitation: InvitationCodeInfo;
  isBusy: boolean;
  onApply: () => void;
}) {
  const place = placeOf(invitation);
  const { serverTime, opensTime, closesTime, overTime } = invitation;
  const phase = phaseOf(invitation, useServerNow(serverTime, [opensTime, closesTime, overTime]));
  const facts: [string, string][] = [
    [invitationMessages.time, formatSpan(invitation.startTime, invitation.endTime)],
    ...(place === null ? [] : [[invitationMessages.place, place] satisfies [string, string]]),
    // After the sign-up the expiry would suggest that a place is still available.
    ...(phase === "soon" || phase === "open"
      ? [[invitationMessages.until, formatDeadline(invitation.expiresTime)] satisfies [string, string]]
      : []),
  ];
  return (
    <>
      <article className={`${contentCss.card} ${invitationCss.card}`}>
        <ResponsivePicture url={invitation.coverUrl} width={640} height={360} isFirst />
        <div className={invitationCss.body}>
          <p className={`${textCss.small} ${textCss.secondary}`}>
            {invitationMessages.for(invitation.guest)}
          </p>
          <h2 className={`${textCss.title2} ${layoutCss.marginTop1}`}>
            <TitleText text={invitation.title} />
          </h2>
          <dl>
            {facts.map(([term, fact]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{fact}</dd>
              </div>
            ))}
          </dl>
          <p className={`${textCss.small} ${textCss.secondary}`}>{textOf(invitation, phase)}</p>
        </div>
      </article>
      <div className={frameCss.bottomBar}>
        <div className={frameCss.inner}>
          <ButtonLink look="outline" className={layoutCss.grow} to={pathOf(invitation)}>
            {invitationMessages.activity}
          </ButtonLink>
          {phase === "open" ? (
            <Button className={layoutCss.grow} isBusy={isBusy} onClick={onApply}>
              {isBusy ? invitationMessages.applying : invitationMessages.apply}
            </Button>
          ) : (
            <Button className={layoutCss.grow} disabled>
              {phase === "soon" ? (
                <span>
                  {invitationMessages.soon}
                  <small>{invitationMessages.opens(formatDateTime(opensTime))}</small>
                </span>
              ) : (
                invitationMessages[phase]
              )}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

/** The invitation as far as loaded, with the available actions. */
export function InvitationContent({ activityId }: { activityId: string }) {
  const { found, isBusy, apply, reload } = useInvitation(activityId);
  if (found === null) return <output className={textCss.visuallyHidden}>{invitationMessages.loading}</output>;
  const { invitation, refusal } = found;
  if (invitation?.state === "open") return <InvitationCard {...{ invitation, isBusy }} onApply={apply} />;
  if (invitation !== null)
    return (
      <EmptyState {...invitationMessages[invitation.state]}>
        <ButtonLink to={pathOf(invitation)}>{invitationMessages.activity}</ButtonLink>
      </EmptyState>
    );
  const cancellation = cancellationIn(refusal);
  if (refusal === null || refusal.refusal === "notFound" || refusal.refusal === "invalid")
    return (
      <EmptyState {...(cancellation ? cancellationMessage(cancellation) : invitationMessages.none)}>
        <ButtonLink to="/list">{invitationMessages.others}</ButtonLink>
      </EmptyState>
    );
  const { art, title, text } = describeFailure(refusal);
  return (
    <EmptyState art={art} title={title} text={text}>
      <Button onClick={reload}>{invitationMessages.retry}</Button>
    </EmptyState>
  );
}

/** Page of an invitation code from a link or QR code: `?sec=` (requirements M13, M14). */
export default function InvitationPage({ params }: Route.ComponentProps) {
  return (
    <Screen brand={useBrand()} hasBar>
      <div className={invitationCss.page}>
        <NavBar title={invitationMessages.title} back="/" />
        <InvitationContent key={params.activityId} activityId={params.activityId} />
      </div>
    </Screen>
  );
}
