import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigation, useRevalidator } from "react-router";
import type { SignUpState } from "#contract/signup.ts";
import { viewpointNow } from "../platform/city.ts";
import { raise } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { useUser } from "../platform/login/use-user.ts";
import { useFlowStatus } from "../platform/use-flow-status.ts";
import { useBrand } from "../platform/site.ts";
import { useServerNow } from "../platform/use-server-now.ts";
import { BarredNotice } from "../ui/barred-notice.tsx";
import { IconButton } from "../ui/button.tsx";
import { NavBar } from "../ui/frame.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { ShareIcon } from "../ui/icons-of-things.tsx";
import { Notice } from "../ui/notice.tsx";
import { Screen } from "../ui/screen.tsx";
import { barredBy } from "../ui/standing.ts";
import { ConditionsRow } from "./conditions-row.tsx";
import { useFavourite, useShare, useSteps } from "./detail-actions.ts";
import { isPreviewAddress, loadSignUpState } from "./detail-data.ts";
import { hostOf } from "./detail-facts.ts";
import { useAsOf, type ShownDetail } from "./detail-kept.ts";
import { loadShownDetail, renderDetail } from "./detail-load.ts";
import { CountdownBar, Facts, Hero, Tags } from "./detail-hero.tsx";
import {
  AboutSection,
  AgendaSection,
  BenefitsSection,
  PeopleSection,
  PlaceSection,
} from "./detail-sections.tsx";
import { words } from "./detail-words.ts";
import { AsOf } from "./offline-notice.tsx";
import { signUpBarState, statusNow } from "./sign-up-bar-state.ts";
import { KocSection } from "./koc-section.tsx";
import { OpenInApp } from "./open-in-app.tsx";
import { SignUpBar } from "./sign-up-bar.tsx";
import type { Route } from "./+types/detail-page.ts";

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  renderDetail(context, params.activityId, request);
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) =>
  loadShownDetail(params.activityId, request);

/** Whether the person is signed up, asked again whenever another one logs in. */
function useSignUpState(activityId: string): SignUpState | null {
  const openId = useUser()?.openId ?? null;
  const [signUpState, setSignUpState] = useState<SignUpState | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const take = (state: SignUpState | null) => isCurrent && setSignUpState(state);
    if (openId === null) take(null);
    else loadSignUpState(send, activityId).then(take, () => take(null));
    return () => {
      isCurrent = false;
    };
  }, [activityId, openId]);
  return signUpState;
}

/** The server rendered without the person's own point: where that is known, one more request tells the distance. */
function useReload(distance: number | null): () => void {
  const { revalidate } = useRevalidator();
  const locate = useEffectEvent(() => {
    if (distance === null && viewpointNow().isExact) void revalidate();
  });
  useEffect(() => locate(), []);
  return () => void revalidate();
}

/** The form's address with everything that this page was opened with. */
function useFormAddress(activityId: string): string {
  const { search } = useLocation();
  // The server renders without utm_* and the like, so they join after hydration.
  const parameters = new URLSearchParams(useHydrated() ? search : "");
  parameters.delete("preview");
  parameters.set("activityId", activityId);
  return `/offline/signUpUser?${parameters.toString()}`;
}

export default function DetailPage({ loaderData }: { loaderData: ShownDetail }) {
  const { series } = loaderData;
  const brand = useBrand();
  const user = useUser();
  const { search } = useLocation();
  const navigation = useNavigation();
  const shown = loaderData.activity;
  const now = useServerNow(shown.serverTime, [
    shown.signUpStartTime,
    shown.signUpEndTime,
    shown.startTime,
    shown.endTime,
  ]);
  const activity = { ...shown, status: statusNow(shown, now) };
  const asOf = useAsOf(loaderData);
  const reload = useReload(activity.distance);
  const { activityId } = activity;
  const signUpState = useSignUpState(activityId);
  const flow = useFlowStatus(activityId);
  const barred = signUpState?.signed ? null : barredBy(flow);
  const favourite = useFavourite(activity);
  const share = useShare(activity);
  const tellApplying = useSteps(activity);
  const formAddress = useFormAddress(activityId);
  const isPreview = isPreviewAddress(activityId, search);
  const isSubmitting = navigation.location?.pathname.endsWith("/offline/signUpUser") ?? false;
  const state = signUpBarState({ activity, user, signUpState, now, isSubmitting, barred, isPreview });
  return (
    <Screen brand={brand} current="activities" hasBar>
      <NavBar look="clear" back="/list">
        <IconButton
          label={words.share}
          icon={<ShareIcon />}
          isGlass
          onClick={share}
          data-tap="press"
          suppressHydrationWarning
        />
      </NavBar>
      <div className="split">
        <div>
          <Hero activity={activity} />
          <section className="dsheet">
            {isPreview && <Notice>{words.preview}</Notice>}
            {asOf !== null && <AsOf time={asOf} />}
            <Tags activity={activity} />
            <h1 className="t1 mt3">{activity.title}</h1>
            {activity.subtitle !== "" && <p className="c2 mt1">{activity.subtitle}</p>}
            <CountdownBar activity={activity} onEnd={reload} />
            <div className="only-m">
              <Facts activity={activity} series={series} />
            </div>
            <OpenInApp activity={activity} />
            <ConditionsRow
              {...{ activityId, conditions: activity.conditions ?? [] }}
              onSeen={() => void (user && flow.ask())}
            />
            {barred !== null && activity.status !== 3 && (
              <div className="mt4">
                <BarredNotice {...{ barred, activityId }} onRetry={() => void flow.ask()} />
              </div>
            )}
          </section>
          {activity.activityMode === "offline" && <PlaceSection activity={activity} />}
          <AgendaSection activity={activity} />
          <AboutSection activity={activity} />
          <BenefitsSection activity={activity} />
          <KocSection activity={activity} />
          <PeopleSection activity={activity} />
        </div>
        <aside className="aside">
          <div className="card p only-d">
            <h2 className="t2">{activity.title}</h2>
            <Facts activity={activity} series={series} />
          </div>
          <SignUpBar
            state={state}
            formAddress={formAddress}
            onConditions={() => void raise("eligibility", { activityId }).then(flow.ask)}
            phone={hostOf(activity)?.phone || brand.servicePhone}
            isFavourite={favourite.isFavourite}
            onFavourite={favourite.toggle}
            onShare={share}
            onApply={tellApplying}
          />
        </aside>
      </div>
    </Screen>
  );
}
