import { useRevalidator } from "react-router";
import type { Campaign } from "#contract/activity.ts";
import { loadCampaign } from "../activity/api.ts";
import { DetailBar } from "../activity/detail-bar.tsx";
import { loadShownDetail, renderDetail } from "../activity/detail-load.ts";
import { OnlineDetail } from "../activity/online-detail.tsx";
import { OnlineSignUp } from "../activity/online-sign-up.tsx";
import { useDetail } from "../activity/use-detail.ts";
import { FORM_ID } from "../lead/lead-form.tsx";
import { LeadSection } from "../lead/lead-section.tsx";
import { send } from "../platform/http/send.ts";
import { serverSend } from "../platform/http/server-send.ts";
import { Button } from "../ui/button.tsx";
import { words } from "./words.ts";
import type { Route } from "./+types/online-page.ts";

/** Numbers are no reason to show no page. */
const orNull = (loading: Promise<Campaign>): Promise<Campaign | null> => loading.catch(() => null);

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const [detail, campaign] = await Promise.all([
    renderDetail(context, params.activityId, request),
    orNull(loadCampaign(serverSend(context), params.activityId)),
  ]);
  return { ...detail, campaign };
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const [detail, campaign] = await Promise.all([
    loadShownDetail(params.activityId, request),
    orNull(loadCampaign(send, params.activityId)),
  ]);
  return { ...detail, campaign };
}

/** Page types that ask for a way to call back rather than for a sign-up. */
const takesLeads = (pageType: string): boolean => pageType === "lead" || pageType === "localOfflineLead";

/** Where one leaves a way to be called back. */
function LeadPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const detail = useDetail(loaderData);
  const { activity, series, isPreview, favourite, share } = detail;
  const { apply, soon, ended } = words.lead;
  const label = activity.status === 2 ? apply : activity.status === 1 ? soon : ended;
  return (
    <OnlineDetail
      {...{ detail, campaign: loaderData.campaign }}
      aside={
        <>
          <section className="sect oform" id="lead">
            <h2>{words.lead.title}</h2>
            <LeadSection {...{ activity, series, isPreview }} />
          </section>
          <DetailBar {...{ favourite }} onShare={share} phone={null}>
            <Button
              className="f1"
              type="submit"
              form={FORM_ID}
              disabled={activity.status !== 2 || isPreview}
              data-tap="press"
              suppressHydrationWarning
            >
              {label}
            </Button>
          </DetailBar>
        </>
      }
    />
  );
}

/** An online activity by its page type (requirements C07, C16, K13, M04, M05). */
export default function OnlinePage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const { activity, campaign } = loaderData;
  return takesLeads(activity.pageType) ? (
    <LeadPage loaderData={loaderData} />
  ) : (
    <OnlineSignUp {...{ loaded: loaderData, campaign }} onEnd={() => void revalidate()} />
  );
}
