import * as myLeadsCss from "./my-leads.module.css";
import { Link, type MetaFunction } from "react-router";
import { listOwnLeads, type OwnLead } from "#contract/lead/lead.ts";
import { formatDate } from "#contract/core/date-text.ts";
import { send } from "../../platform/http/send.ts";
import { brandOf, useBrand } from "../../platform/environment/site.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { AuthGatedSection } from "../../ui/feedback/auth-gated-section.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { confirmAndWithdrawLead } from "./withdraw-lead.ts";
import { leadMessages } from "../messages.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const { mine } = leadMessages;
export const meta: MetaFunction = ({ matches }) => [{ title: `${mine.title} - ${brandOf(matches).name}` }];

function LeadCard({ lead, onWithdraw }: { lead: OwnLead; onWithdraw: () => void }) {
  const { activityId, activityType, title, coverUrl, name, mobile, dealerName, seriesName } = lead;
  const facts = [`${name} ${mobile}`, dealerName, seriesName].filter((fact) => fact !== null);
  return (
    <li className={`${contentCss.card} ${myLeadsCss.card}`}>
      <Link
        className={`${layoutCss.row} ${layoutCss.gap3}`}
        to={`/${activityType === "online" ? "online" : "offline"}/${activityId}`}
        prefetch="intent"
      >
        <span className={myLeadsCss.picture}>
          <ResponsivePicture url={coverUrl} width={92} height={72} />
        </span>
        <div className={layoutCss.grow}>
          <h2 className={`${myLeadsCss.name} ${textCss.twoLines}`}>
            <TitleText text={title} />
          </h2>
          {facts.map((fact) => (
            <p key={fact} className={`${textCss.small} ${textCss.secondary} ${textCss.ellipsis}`}>
              {fact}
            </p>
          ))}
        </div>
      </Link>
      <div className={`${layoutCss.row} ${layoutCss.spaceBetween} ${layoutCss.gap2} ${layoutCss.marginTop3}`}>
        <span className={`${textCss.caption} ${textCss.tertiary}`}>
          {mine.since(formatDate(lead.updatedTime))}
        </span>
        <Button look="quiet" size="tiny" aria-label={mine.withdrawOf(title, mobile)} onClick={onWithdraw}>
          {leadMessages.done.withdraw}
        </Button>
      </div>
    </li>
  );
}

const Skeleton = () => (
  <div className={myLeadsCss.list} aria-hidden="true">
    {[1, 2].map((place) => (
      <div key={place} className={`${contentCss.card} ${myLeadsCss.card} ${contentCss.skeleton}`} />
    ))}
  </div>
);

/** The user's leads, with a button to withdraw each (requirement M18). */
export default function MyLeadsPage() {
  const brand = useBrand();
  const own = usePersonalData("leads", () => send(listOwnLeads, {}, { isSilent: true }));
  const withdraw = async ({ activityId, leadId }: OwnLead) => {
    if (await confirmAndWithdrawLead(activityId, leadId)) await own.reload();
  };
  return (
    <Screen brand={brand} current="mine" hasBar>
      <NavBar title={mine.title} back="/mine" />
      <AuthGatedSection data={own} visitor={mine.visitor} skeleton={<Skeleton />}>
        {(leads) =>
          leads.length === 0 ? (
            <EmptyState {...mine.empty}>
              <ButtonLink to="/list?activityType=online">{leadMessages.others}</ButtonLink>
            </EmptyState>
          ) : (
            <ul className={myLeadsCss.list}>
              {leads.map((lead) => (
                <LeadCard key={lead.leadId} lead={lead} onWithdraw={() => void withdraw(lead)} />
              ))}
            </ul>
          )
        }
      </AuthGatedSection>
    </Screen>
  );
}
