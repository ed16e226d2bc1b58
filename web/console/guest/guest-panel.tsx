import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { GuestDetail, GuestListRow } from "#contract/console/guests.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { FactList, type FactEntry } from "../kit/display/fact-list.tsx";
import { RevealButton } from "../kit/display/reveal-button.tsx";
import { sourceText } from "../kit/display/source-messages.ts";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { SidePanel } from "../kit/overlay/side-panel.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useMay, useSession } from "../shell/index.ts";
import { guestKeys, loadGuest, revealGuestMobile } from "./api.ts";
import { GuestActions } from "./guest-actions.tsx";
import { GuestBadge } from "./guest-columns.tsx";
import { GuestNotes } from "./guest-notes.tsx";
import { GuestSteps } from "./guest-steps.tsx";
import { guestPageMessages } from "./messages.ts";

const { panel: texts, erased, title, noun } = guestPageMessages;

/** Facts of a guest; the mobile is revealed for a purpose. */
function GuestFacts({ detail }: { detail: GuestDetail }) {
  const { guest, seats, answers, cancelReason } = detail;
  const canReveal = useMay("person.reveal", "one");
  const facts: FactEntry[] = [
    [
      texts.mobile,
      guest.mobile === null ? null : (
        <RevealButton
          key={guest.signUpId}
          masked={guest.mobile}
          isAllowed={canReveal}
          onReveal={(purpose) => revealGuestMobile(guest.signUpId, purpose)}
        />
      ),
    ],
    [texts.activity, guest.activityTitle],
    [
      texts.session,
      <>
        <span className={utilityCss.number}>{formatDateTime(guest.startTime)}</span>
        {seats.quota !== null && (
          <span className={utilityCss.muted}> · {texts.seats(seats.taken, seats.quota)}</span>
        )}
      </>,
    ],
    [texts.dealer, guest.dealerName],
    [texts.series, guest.seriesName],
    [texts.source, sourceText(guest.source) || null],
    [texts.checkedIn, guest.checkedInTime === null ? null : formatDateTime(guest.checkedInTime)],
    [texts.reason, cancelReason],
    ...answers.map(({ label, answer }): FactEntry => [label, answer]),
  ];
  return <FactList facts={facts} />;
}

type GuestPanelProps = { signUpId: string; onClose: () => void };
/** One guest: facts, history, notes, acts. */
export function GuestPanel({ signUpId, onClose }: GuestPanelProps) {
  const client = useQueryClient();
  const { operatorId } = useSession().operator;
  const query = useQuery({ queryKey: guestKeys.detail(signUpId), queryFn: () => loadGuest(signUpId) });
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: guestKeys.detail(signUpId) });
    await client.invalidateQueries({ queryKey: [guestKeys.list] });
  };
  const guest: GuestListRow | undefined = query.data?.guest;
  return (
    <SidePanel
      title={guest === undefined ? title : (guest.name ?? erased)}
      subtitle={<span className={utilityCss.number}>{texts.signUpId(signUpId)}</span>}
      badge={guest && <GuestBadge guest={guest} hasDot />}
      {...(guest?.name && { person: { operatorId, shownAt: query.dataUpdatedAt } })}
      footer={query.data && <GuestActions detail={query.data} onChanged={refresh} />}
      onClose={onClose}
    >
      <QueryState query={query} skeleton={<TableSkeleton columns={[]} />} thing={{ noun, list: "/guests" }}>
        {(detail) => (
          <>
            <GuestFacts detail={detail} />
            <section>
              <h3>{texts.steps}</h3>
              <GuestSteps signUpId={signUpId} steps={detail.steps} />
            </section>
            <section>
              <h3>{texts.notes}</h3>
              <GuestNotes key={signUpId} signUpId={signUpId} notes={detail.notes} onChanged={refresh} />
            </section>
          </>
        )}
      </QueryState>
    </SidePanel>
  );
}
