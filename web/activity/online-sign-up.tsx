import type { Campaign } from "#contract/activity.ts";
import { CountdownBar, Facts } from "./detail-hero.tsx";
import type { ShownDetail } from "./detail-kept.ts";
import { words } from "./detail-words.ts";
import { OnlineDetail } from "./online-detail.tsx";
import { SignUpBar } from "./sign-up-bar.tsx";
import { StandingNotes } from "./standing-notes.tsx";
import { useDetail } from "./use-detail.ts";
import { useSignUpBar } from "./use-sign-up-bar.ts";

type OnlineSignUpProps = { loaded: ShownDetail; campaign: Campaign | null; onEnd: () => void };

/** An online campaign that takes sign-ups: sign-up and landing pages (requirements C16, M05). */
export function OnlineSignUp({ loaded, campaign, onEnd }: OnlineSignUpProps) {
  const detail = useDetail(loaded);
  const standing = useSignUpBar(detail);
  const { activity, series } = detail;
  return (
    <OnlineDetail
      {...{ detail, campaign }}
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
          <section className="sect oform only-d">
            <h2>{words.takePart}</h2>
            <Facts activity={activity} series={series} />
          </section>
          <SignUpBar {...{ detail, standing }} phone={null} />
        </>
      }
    />
  );
}
