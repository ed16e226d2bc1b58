import type { CampaignDetail } from "#contract/activity/activity.ts";
import { CountdownBar, DetailFacts } from "../detail/detail-hero.tsx";
import type { DetailPageData } from "../detail/offline-detail.ts";
import type { ReactNode } from "react";
import { AsideFacts, OnlineDetail } from "./online-detail.tsx";
import { SignUpBar, SignUpButton } from "../sign-up-bar/sign-up-bar.tsx";
import { EligibilityNotes } from "../sign-up-bar/eligibility-notes.tsx";
import { useDetail, type Detail } from "../detail/use-detail.ts";
import { useSignUpBar } from "../sign-up-bar/use-sign-up-bar.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as frameWideCss from "../../ui/styles/frame-wide.module.css";
import * as onlineDetailCss from "./online-detail.module.css";

type OnlineSignUpProps = {
  loaded: DetailPageData;
  campaign: CampaignDetail | null;
  /** Renders the composed page. @param action sign-up button for a form block */
  compose: (detail: Detail, action: ReactNode) => ReactNode;
  onEnd: () => void;
};

/** Online campaign with sign-ups: sign-up and landing pages (requirements C16, M05). */
export function OnlineSignUp({ loaded, campaign, compose, onEnd }: OnlineSignUpProps) {
  const detail = useDetail(loaded);
  const signUpBar = useSignUpBar(detail);
  const { activity, series } = detail;
  return (
    <OnlineDetail
      {...{ detail, campaign }}
      body={compose(detail, <SignUpButton {...{ detail, model: signUpBar }} />)}
      intro={
        <section className={`${contentCss.panel} ${onlineDetailCss.facts}`}>
          <CountdownBar activity={activity} onEnd={onEnd} />
          <div className={frameWideCss.mobileOnly}>
            <DetailFacts activity={activity} series={series} />
          </div>
          <EligibilityNotes {...{ activity, model: signUpBar }} />
        </section>
      }
      aside={
        <>
          <AsideFacts {...{ activity, series }} />
          <SignUpBar {...{ detail, model: signUpBar }} phone={null} />
        </>
      }
    />
  );
}
