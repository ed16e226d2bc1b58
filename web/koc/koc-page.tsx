import * as kocCss from "./koc.module.css";
import { useHref, useLocation, useParams, useRevalidator, type MetaFunction } from "react-router";
import type { KocInfo, KocApplicationStatus } from "#contract/koc/koc.ts";
import { formatMoment, formatDeadline } from "#contract/core/moment-text.ts";
import { raiseChallenge, showToast } from "../platform/http/challenges.ts";
import { draftKeysIn, isPreviewAddress } from "../platform/activity/preview-address.ts";
import { withLoaderFailure } from "../platform/http/loader-failure.ts";
import { send } from "../platform/http/send.ts";
import { serverSend } from "../platform/http/server-context.ts";
import { brandOf, useBrand } from "../platform/environment/site.ts";
import { useKocStatus } from "../platform/activity/use-koc-status.ts";
import { useServerNow } from "../platform/time/use-server-now.ts";
import { Button, ButtonLink } from "../ui/form/button.tsx";
import { classNames } from "../ui/styles/class-names.ts";
import { formatCount } from "../ui/display/format.ts";
import { NavBar } from "../ui/layout/site-frame.tsx";
import { useHydrated } from "../ui/hooks/use-hydrated.ts";
import { CheckCircleIcon, InfoIcon } from "../ui/icons/common-icons.tsx";
import { ClockIcon } from "../ui/icons/detail-icons.tsx";
import { GiftIcon } from "../ui/icons/activity-icons.tsx";
import { KocCard } from "../ui/display/koc-card.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { Screen } from "../ui/layout/screen.tsx";
import { loadProgram } from "./api.ts";
import { kocStateOf, type KocState } from "./koc-state.ts";
import { useEnroll } from "./use-enroll.ts";
import { useNativeShare } from "./use-native-share.ts";
import { kocMessages } from "./messages.ts";
import type { Route } from "./+types/koc-page.ts";
import { TitleText } from "../ui/display/title-text.tsx";
import * as contentCss from "../ui/styles/content.module.css";
import * as detailCss from "../ui/styles/detail.module.css";
import * as frameCss from "../ui/styles/frame.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as stateCss from "../ui/styles/state.module.css";
import * as textCss from "../ui/styles/text.module.css";

export const meta: MetaFunction = ({ matches }) => [
  { title: `${kocMessages.title} - ${brandOf(matches).name}` },
];
const draftOf = (id: string, request: Request) => draftKeysIn(id, new URL(request.url).search);
export const loader = ({ context, params: { activityId }, request }: Route.LoaderArgs) =>
  withLoaderFailure(context, loadProgram(serverSend(context), activityId, draftOf(activityId, request)));
export const clientLoader = ({ params: { activityId }, request }: Route.ClientLoaderArgs) =>
  loadProgram(send, activityId, draftOf(activityId, request));

const pathOf = ({ activityMode, activityId }: KocInfo): string => `/${activityMode}/${activityId}`;

/** Summary of the programme: offer, places, deadline. */
function Head({
  program,
  now,
  application,
}: {
  program: KocInfo;
  now: number;
  application: KocApplicationStatus | null;
}) {
  const state = kocStateOf({ application: null, program }, now);
  const { status, helpers = 0 } = application ?? {};
  const places = formatCount(program.places);
  const time =
    state === "soon"
      ? kocMessages.opens(formatMoment(program.openTime))
      : state === "over"
        ? kocMessages.over
        : kocMessages.closes(formatDeadline(program.closeTime));
  return (
    <section className={contentCss.panel}>
      <KocCard
        title={program.slogan}
        {...(status === 1 && { progress: { done: helpers, goal: program.goal } })}
      >
        <p className={textCss.caption}>
          {state === "full"
            ? kocMessages.full(places)
            : kocMessages.places(places, formatCount(program.remaining))}
          <br />
          {status === 1
            ? helpers < program.goal
              ? kocMessages.missing(program.goal - helpers)
              : kocMessages.fast
            : time}
        </p>
      </KocCard>
    </section>
  );
}

const stateLooks = {
  review: { look: kocCss.state, icon: <ClockIcon /> },
  accepted: { look: `${kocCss.state} ${kocCss.accepted}`, icon: <CheckCircleIcon /> },
  declined: { look: `${kocCss.state} ${kocCss.declined}`, icon: <InfoIcon /> },
} as const;

/** Outcome of the application; announced to screen readers when it changes. */
function ApplicationOutcome({
  state,
  application,
}: {
  state: KocState;
  application: KocApplicationStatus | null;
}) {
  if (state !== "review" && state !== "accepted" && state !== "declined") return null;
  const { look, icon } = stateLooks[state];
  const { review, accepted, declined } = kocMessages.state;
  return (
    <section className={contentCss.panel} aria-live="polite">
      <div className={look}>
        <span className={kocCss.icon}>{icon}</span>
        <div className={layoutCss.grow}>
          <h2 className={textCss.title2}>{kocMessages.state[state].title}</h2>
          {state === "review" && (
            <p className={`${textCss.small} ${textCss.secondary} ${layoutCss.marginTop1}`}>
              {review.text(formatMoment(application?.appliedTime ?? ""))}
            </p>
          )}
          {state === "accepted" && (
            <p className={`${textCss.small} ${textCss.secondary} ${layoutCss.marginTop1}`}>
              {application?.helpers ? kocMessages.brought(formatCount(application.helpers)) : accepted.text}
            </p>
          )}
          {state === "declined" && (
            <>
              {application?.reason !== undefined && (
                <p className={`${textCss.small} ${layoutCss.marginTop1}`}>
                  {declined.reason(application.reason)}
                </p>
              )}
              <p className={`${textCss.small} ${textCss.secondary} ${layoutCss.marginTop1}`}>
                {declined.text}
              </p>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

type ActionProps = {
  state: KocState;
  phase: ReturnType<typeof useKocStatus>["phase"];
  isBusy: boolean;
  onApply: () => void;
  onInvite: () => void;
  onRetry: () => void;
};

/** The single next action; none until the user's status is known. */
function Action({ state, phase, isBusy, onApply, onInvite, onRetry }: ActionProps) {
  if (phase === "loading")
    return <Button className={layoutCss.grow} isBusy aria-label={kocMessages.asking} />;
  if (phase === "failed")
    return (
      <Button className={layoutCss.grow} look="tonal" onClick={onRetry}>
        {kocMessages.retry}
      </Button>
    );
  if (state === "open")
    return (
      <Button
        className={layoutCss.grow}
        isBusy={isBusy}
        onClick={onApply}
        data-tap="press"
        suppressHydrationWarning
      >
        {isBusy ? kocMessages.applying : phase === "visitor" ? kocMessages.applyVisitor : kocMessages.apply}
      </Button>
    );
  if (state === "review" || state === "accepted")
    return (
      <>
        <ButtonLink look="outline" className={layoutCss.grow} to="/mine/shares">
          {kocMessages.shares}
        </ButtonLink>
        <Button className={layoutCss.grow} onClick={onInvite}>
          {kocMessages.invite}
        </Button>
      </>
    );
  if (state === "declined" || state === "over")
    return (
      <ButtonLink className={layoutCss.grow} to="/list?activityType=online">
        {kocMessages.others}
      </ButtonLink>
    );
  return (
    <Button className={layoutCss.grow} disabled>
      {state === "full" ? kocMessages.noPlaces : kocMessages.soon}
    </Button>
  );
}

/** Benefits for accepted applicants, and how to get them. */
const ProgramSections = ({ program }: { program: KocInfo }) => (
  <>
    {program.perks.length > 0 && (
      <section className={contentCss.panel}>
        <h2>{kocMessages.perks}</h2>
        <ul className={detailCss.benefits}>
          {program.perks.map(({ name, value }) => (
            <li key={name}>
              <span className={detailCss.icon}>
                <GiftIcon size={20} />
              </span>
              <div>
                <p className={textCss.medium}>{name}</p>
                <p className={`${textCss.small} ${textCss.secondary}`}>{value}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    )}
    <section className={contentCss.panel}>
      <h2>{kocMessages.how}</h2>
      <ol className={kocCss.steps}>
        {kocMessages.steps(program.goal).map(({ title, text }) => (
          <li key={title}>
            <div>
              <p className={textCss.medium}>
                <TitleText text={title} />
              </p>
              <p className={`${textCss.small} ${textCss.secondary}`}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  </>
);

/** Page of an activity's KOC programme with application and outcome (requirements M06, M07). */
export default function KocPage({ loaderData: program }: Pick<Route.ComponentProps, "loaderData">) {
  const brand = useBrand();
  const { search } = useLocation();
  const isPreview = isPreviewAddress(useParams().activityId ?? "", search);
  const { revalidate } = useRevalidator();
  const now = useServerNow(program.serverTime, [program.openTime, program.closeTime]);
  const isHydrated = useHydrated();
  const { phase, application, reload } = useKocStatus(program.activityId, !isPreview);
  const state = kocStateOf({ application, program }, now);
  const { isBusy, apply } = useEnroll(program.activityId, (status) => {
    if (status === 1) showToast(kocMessages.applied);
    void reload();
    void revalidate();
  });
  const path = useHref(pathOf(program));
  const { activityId, title, slogan, coverUrl } = program;
  const shareContent = { activityId, title, text: slogan, imageUrl: coverUrl, path };
  useNativeShare(shareContent);
  const invite = () => void raiseChallenge("poster", shareContent).then(reload);
  return (
    <Screen brand={brand} hasBar>
      <div className={kocCss.page}>
        <NavBar
          title={kocMessages.title}
          back={isPreview ? `/${program.activityMode}/00${search}` : pathOf(program)}
        />
        {isPreview && (
          <section className={contentCss.panel}>
            <Notice>{kocMessages.preview}</Notice>
          </section>
        )}
        <Head {...{ program, now, application }} />
        {phase === "failed" && (
          <section className={contentCss.panel}>
            <Notice kind="warn">{kocMessages.failed}</Notice>
          </section>
        )}
        <ApplicationOutcome state={state} application={application} />
        <ProgramSections program={program} />
        <div className={frameCss.bottomBar}>
          <div className={classNames(frameCss.inner, !isHydrated && stateCss.untilKnown)}>
            {isPreview ? (
              <Button className={layoutCss.grow} disabled>
                {kocMessages.previewOnly}
              </Button>
            ) : (
              <Action
                {...{ state, phase, isBusy }}
                onApply={apply}
                onInvite={invite}
                onRetry={() => void reload()}
              />
            )}
          </div>
        </div>
      </div>
    </Screen>
  );
}
