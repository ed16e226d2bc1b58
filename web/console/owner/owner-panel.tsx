import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { OwnerDetail } from "#contract/console/club/owners.ts";
import { REVEAL_SECONDS, type PurposeOfReveal } from "#contract/console/person-shapes.ts";
import { formatDateTime, formatShort } from "#contract/core/date-text.ts";
import { FactList } from "../kit/display/fact-list.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { RevealButton } from "../kit/display/reveal-button.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { SidePanel } from "../kit/overlay/side-panel.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import { useMay, useSession } from "../shell/index.ts";
import { loadOwnerDetail, ownerKeys, revealOwner } from "./api.ts";
import { ownerPageMessages } from "./messages.ts";
import { OwnerActions } from "./owner-actions.tsx";
import { answerText, OwnerBadge } from "./owner-columns.tsx";
import * as ownerCss from "./owner.module.css";

const { panel: texts, noun } = ownerPageMessages;
const orNull = (time: string | null): string | null => (time === null ? null : formatDateTime(time));

/** The licence's picture for as long as the whole chassis number is shown. */
function useLicence(applicationId: string) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (url === null) return undefined;
    const end = setTimeout(() => setUrl(null), REVEAL_SECONDS * 1_000);
    return () => clearTimeout(end);
  }, [url]);
  return {
    url,
    reveal: async (purpose: PurposeOfReveal): Promise<string> => {
      const { vin, pictureUrl } = await revealOwner(applicationId, purpose);
      setUrl(pictureUrl);
      return vin;
    },
  };
}

function OwnerFacts({ detail: { application, isTaken } }: { detail: OwnerDetail }) {
  const canReveal = useMay("person.reveal");
  const licence = useLicence(application.applicationId);
  return (
    <>
      {isTaken && application.state === "review" && <NoteBar tone="error">{texts.taken}</NoteBar>}
      <FactList
        facts={[
          [
            texts.mobile,
            <span key="mobile" className={utilityCss.number} data-private>
              {application.mobile}
            </span>,
          ],
          [
            texts.vin,
            <RevealButton
              key="vin"
              masked={application.vin}
              isAllowed={canReveal}
              onReveal={(purpose) => licence.reveal(purpose)}
            />,
          ],
          [texts.series, application.seriesName],
          [
            texts.licence,
            application.hasPicture ? (canReveal ? texts.licenceHint : null) : texts.licenceGone,
          ],
        ]}
      />
      {licence.url !== null && (
        <a className={ownerCss.licence} href={licence.url} target="_blank" rel="noreferrer" data-private>
          <img src={licence.url} alt={texts.licenceAlt} />
          <span className={utilityCss.link}>{texts.openLicence}</span>
        </a>
      )}
    </>
  );
}

const ReviewFacts = ({ detail: { application } }: { detail: OwnerDetail }) => (
  <FactList
    facts={[
      [texts.applied, formatDateTime(application.createdTime)],
      [texts.answer, answerText(application)],
      [texts.answeredAt, orNull(application.answeredTime)],
      [texts.tries, application.tries === 0 ? null : texts.triesOf(application.tries)],
      [texts.next, application.tries === 0 ? null : orNull(application.nextTime)],
      [texts.decided, orNull(application.decidedTime)],
      [texts.decidedBy, application.decidedTime === null ? null : (application.decidedBy ?? texts.system)],
      [texts.reason, application.reason],
    ]}
  />
);

type OwnerPanelProps = {
  applicationId: string;
  position?: string | null;
  onChanged: () => Promise<void>;
  onClose: () => void;
};
/** One application: the car, what the maker's system answered, other applications, and the decision. */
export function OwnerPanel({ applicationId, position = null, onChanged, onClose }: OwnerPanelProps) {
  const { operatorId } = useSession().operator;
  const canReview = useMay("owner.review");
  const query = useQuery({
    queryKey: ownerKeys.detail(applicationId),
    queryFn: () => loadOwnerDetail(applicationId),
    // The answer to a new request comes within seconds.
    refetchInterval: ({ state }) => (state.data?.application.state === "review" ? 5_000 : false),
  });
  const detail = query.data;
  const hasActs = canReview && detail?.application.state === "review" && (detail.isAsked || detail.isByHand);
  return (
    <SidePanel
      title={detail?.application.name ?? noun}
      subtitle={position ?? undefined}
      badge={detail && <OwnerBadge state={detail.application.state} />}
      {...(detail && { person: { operatorId, shownAt: query.dataUpdatedAt } })}
      {...(hasActs && {
        footer: (
          <OwnerActions
            ids={[applicationId]}
            isAsked={detail.isAsked}
            isByHand={detail.isByHand}
            onChanged={onChanged}
          />
        ),
      })}
      onClose={onClose}
    >
      <QueryState query={query} skeleton={<TableSkeleton columns={[]} />} thing={{ noun, list: "/owners" }}>
        {(shown) => (
          <>
            <section>
              <OwnerFacts key={applicationId} detail={shown} />
            </section>
            <section>
              <h3>{ownerPageMessages.columns.answer}</h3>
              <ReviewFacts detail={shown} />
            </section>
            {shown.earlier.length > 0 && (
              <section>
                <h3>{texts.earlier}</h3>
                <ul className={ownerCss.earlier}>
                  {shown.earlier.map((row) => (
                    <li key={row.applicationId}>
                      <span className={ownerCss.two}>
                        {row.seriesName}
                        <small>{row.reason ?? formatShort(row.createdTime)}</small>
                      </span>
                      <OwnerBadge state={row.state} />
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </QueryState>
    </SidePanel>
  );
}
