import type { Campaign } from "#contract/activity.ts";
import { CountdownBar, Facts } from "./detail-hero.tsx";
import type { ShownDetail } from "./detail-kept.ts";
import type { ReactNode } from "react";
import { AsideFacts, OnlineDetail } from "./online-detail.tsx";
import { SignUpBar, SignUpButton } from "./sign-up-bar.tsx";
import { StandingNotes } from "./standing-notes.tsx";
import { useDetail, type Detail } from "./use-detail.ts";
import { useSignUpBar } from "./use-sign-up-bar.ts";

type OnlineSignUpProps = {
  loaded: ShownDetail;
  campaign: Campaign | null;
  /** The composed page. @param action the way to the form, for a form block */
  compose: (detail: Detail, action: ReactNode) => ReactNode;
  onEnd: () => void;
};

/** An online campaign that takes sign-ups: sign-up and landing pages (requirements C16, M05). */
export function OnlineSignUp({ loaded, campaign, compose, onEnd }: OnlineSignUpProps) {
  const detail = useDetail(loaded);
  const standing = useSignUpBar(detail);
  const { activity, series } = detail;
  return (
    <OnlineDetail
      {...{ detail, campaign }}
      body={compose(detail, <SignUpButton {...{ detail, standing }} />)}
      intro={
        <section className="sect ofacts">
          <CountdownBar activity={activity} onEnd={onEnd} />
          <div className="only-m">
            <Facts activity={activity} series={series} />
          </div>
          <StandingNotes {...{ activity, standing }} />
        </section>
      }
      aside={
        <>
          <AsideFacts {...{ activity, series }} />
          <SignUpBar {...{ detail, standing }} phone={null} />
        </>
      }
    />
  );
}
