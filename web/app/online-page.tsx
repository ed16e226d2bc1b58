import { useLocation } from "react-router";
import type { Campaign } from "#contract/activity.ts";
import { loadCampaign } from "../activity/api.ts";
import { isPreviewAddress } from "../activity/detail-data.ts";
import { useAsOf } from "../activity/detail-kept.ts";
import { loadShownDetail, renderDetail } from "../activity/detail-load.ts";
import DetailPage from "../activity/detail-page.tsx";
import { OnlineDetail } from "../activity/online-detail.tsx";
import { statusNow } from "../activity/sign-up-bar-state.ts";
import { FORM_ID } from "../lead/lead-form.tsx";
import { LeadSection } from "../lead/lead-section.tsx";
import { send } from "../platform/http/send.ts";
import { serverSend } from "../platform/http/server-send.ts";
import { useServerNow } from "../platform/use-server-now.ts";
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

function LeadPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const { activity: shown, series, campaign } = loaderData;
  const { search } = useLocation();
  const now = useServerNow(shown.serverTime, [shown.startTime, shown.endTime]);
  const activity = { ...shown, status: statusNow(shown, now) };
  const isPreview = isPreviewAddress(activity.activityId, search);
  const { apply, soon, ended } = words.lead;
  const label = activity.status === 2 ? apply : activity.status === 1 ? soon : ended;
  return (
    <OnlineDetail
      {...{ activity, campaign, now, isPreview }}
      asOf={useAsOf(loaderData)}
      form={{
        id: "lead",
        title: words.lead.title,
        part: <LeadSection {...{ activity, series, isPreview }} />,
      }}
      action={
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
      }
    />
  );
}

/** An online activity by its page type (requirements C07, C16, K13, M04, M05). */
export default function OnlinePage(props: Route.ComponentProps) {
  return takesLeads(props.loaderData.activity.pageType) ? <LeadPage {...props} /> : <DetailPage {...props} />;
}
