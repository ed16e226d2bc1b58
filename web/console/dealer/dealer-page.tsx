import { useParams } from "react-router";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ConsoleDealer, DealerState } from "#contract/console/basics/dealers.ts";
import { formatClock, formatShort } from "#contract/core/date-text.ts";
import { Badge, type Tone } from "../kit/display/badge.tsx";
import { FactList } from "../kit/display/fact-list.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { FormFrame } from "../kit/form/form-frame.tsx";
import { Panel, WithAside } from "../kit/layout/page-layout.tsx";
import { ConflictPanel } from "../kit/overlay/conflict-panel.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import { ConsolePage } from "../shell/index.ts";
import { dealerKeys, loadConsoleDealer } from "./api.ts";
import { BasicFields, DealerDrawing, PlaceFields, usePlaces } from "./dealer-fields.tsx";
import { DealerHistory } from "./dealer-history.tsx";
import { DisableAction } from "./disable-action.tsx";
import { dealerPageMessages } from "./messages.ts";
import { useDealerForm, type DealerConflict } from "./use-dealer-form.ts";
import { basicFieldLabel, basicValueText } from "./value-text.ts";

const { detail: texts, states, regions, noRegion, noun, title } = dealerPageMessages;
const tones: Readonly<Record<DealerState, Tone>> = { open: "ok", trial: "warn", disabled: "mute" };

type ConflictProps = Pick<ReturnType<typeof useDealerForm>, "resolve" | "dismiss"> & {
  conflict: DealerConflict;
};
/** Asks field by field where a colleague changed the same ones (requirement CO86). */
function DealerConflictPanel({ conflict, resolve, dismiss }: ConflictProps) {
  const { data: places } = usePlaces();
  const textOf = (name: string, fields: Readonly<Record<string, unknown>>): string =>
    basicValueText(name, fields[name], places) ?? texts.noValue;
  return (
    <ConflictPanel
      by={conflict.by ?? texts.somebody}
      at={formatClock(conflict.at)}
      fields={conflict.fields.map((name) => ({
        name,
        label: basicFieldLabel(name),
        mine: textOf(name, conflict.mine),
        theirs: textOf(name, conflict.theirs.fields),
      }))}
      onSave={resolve}
      onLater={dismiss}
    />
  );
}

/** Region, last change, and what depends on the dealer. */
const DealerFacts = ({ dealer }: { dealer: ConsoleDealer }) => (
  <Panel title={texts.uses}>
    <FactList
      facts={[
        [dealerPageMessages.columns.region, dealer.region === null ? noRegion : regions[dealer.region]],
        ...(["activities", "signUps", "leads", "pickups"] as const).map(
          (name) => [texts.useNames[name], dealer.uses[name]] as const,
        ),
        [
          dealerPageMessages.columns.changed,
          dealer.changedTime &&
            (dealer.changedBy === null
              ? texts.changedAt(formatShort(dealer.changedTime))
              : texts.changedBy(dealer.changedBy, formatShort(dealer.changedTime))),
        ],
      ]}
    />
  </Panel>
);

function DealerContent({ dealer, onChanged }: { dealer: ConsoleDealer; onChanged: () => Promise<void> }) {
  const { form, conflict, resolve, dismiss } = useDealerForm(dealer, onChanged);
  const isReadOnly = !dealer.mayWrite;
  return (
    <>
      {dealer.state === "disabled" && <NoteBar tone="warn">{texts.disabled}</NoteBar>}
      {isReadOnly && <NoteBar tone="mute">{texts.readOnly}</NoteBar>}
      <WithAside
        aside={
          <>
            <Panel title={texts.placeDrawing}>
              <DealerDrawing form={form} />
            </Panel>
            <DealerFacts dealer={dealer} />
          </>
        }
      >
        <FormFrame of={form} label={texts.form} isReadOnly={isReadOnly}>
          <BasicFields form={form} />
          <PlaceFields form={form} isReadOnly={isReadOnly} />
        </FormFrame>
        <DealerHistory dealer={dealer} onRestored={onChanged} />
      </WithAside>
      {conflict !== null && <DealerConflictPanel {...{ conflict, resolve, dismiss }} />}
    </>
  );
}

/** A dealer: its fields with place, what depends on it, and its history. */
export function DealerPage() {
  const { dealerId = "" } = useParams();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: dealerKeys.dealer(dealerId),
    queryFn: () => loadConsoleDealer(dealerId),
  });
  const refresh = async (): Promise<void> => {
    const keys = [dealerKeys.dealer(dealerId), dealerKeys.versions(dealerId), [dealerKeys.list]];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  const dealer = query.data;
  return (
    <ConsolePage
      title={dealer?.fields.name ?? title}
      crumb={{ to: "/dealers", label: title }}
      right="dealer.read"
      {...(dealer && {
        actions: (
          <>
            <Badge tone={tones[dealer.state]}>{states[dealer.state]}</Badge>
            {dealer.mayWrite && <DisableAction dealer={dealer} onDone={refresh} />}
          </>
        ),
      })}
    >
      <QueryState query={query} skeleton={<TableSkeleton columns={[]} />} thing={{ noun, list: "/dealers" }}>
        {(found) => (
          // The form begins anew with each saved revision.
          <DealerContent key={`${found.dealerId} ${found.revision}`} dealer={found} onChanged={refresh} />
        )}
      </QueryState>
    </ConsolePage>
  );
}
