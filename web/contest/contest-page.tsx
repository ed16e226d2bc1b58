import * as contestCss from "./contest.module.css";
import { lazy, Suspense, useState } from "react";
import { useRevalidator, type MetaFunction } from "react-router";
import { withLoaderFailure } from "../platform/http/loader-failure.ts";
import { send } from "../platform/http/send.ts";
import { serverSend } from "../platform/http/server-context.ts";
import { brandOf, useBrand } from "../platform/environment/site.ts";
import { useServerNow } from "../platform/time/use-server-now.ts";
import { Button, ButtonLink } from "../ui/form/button.tsx";
import { NavBar } from "../ui/layout/site-frame.tsx";
import { Screen } from "../ui/layout/screen.tsx";
import { loadContest, type ContestPageData } from "./api.ts";
import { ContestHead, phaseOf } from "./contest-head.tsx";
import { EntryGallery } from "./entry-list.tsx";
import { contestMessages } from "./messages.ts";
import { OwnEntries } from "./own-entries.tsx";
import { SharedEntry } from "./shared-entry.tsx";
import { useEntryList } from "./use-entry-list.ts";
import { useOwnContest, type OwnContestState } from "./use-own-contest.ts";
import { useVote } from "./use-vote.ts";
import type { Route } from "./+types/contest-page.ts";
import * as frameCss from "../ui/styles/frame.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";

export const meta: MetaFunction = ({ matches }) => [
  { title: `${contestMessages.title.entries} - ${brandOf(matches).name}` },
];
/** Loaded when it is opened: its styles would be listed on every page. */
const AddEntrySheet = lazy(async () => ({ default: (await import("./add-entry-sheet.tsx")).AddEntrySheet }));
const queryOf = (request: Request): URLSearchParams => new URL(request.url).searchParams;
export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  withLoaderFailure(context, loadContest(serverSend(context), params.activityId, queryOf(request)));
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) =>
  loadContest(send, params.activityId, queryOf(request));

type BarProps = {
  contest: ContestPageData["contest"];
  own: OwnContestState["own"];
  isRunning: boolean;
  onAdd: () => void;
};

/** The next step: to submit, to add another entry, or the activity. */
function ContestBar({ contest, own, isRunning, onAdd }: BarProps) {
  const { activityId, activityMode, kind } = contest;
  const detail = `/${activityMode}/${activityId}`;
  const { add, toActivity } = contestMessages;
  const takesEntries = isRunning && kind === "entries";
  return (
    <div className={frameCss.bottomBar}>
      <div className={frameCss.inner}>
        <ButtonLink look="outline" className={layoutCss.grow} to={detail}>
          {toActivity}
        </ButtonLink>
        {takesEntries && own?.isSignedUp !== true && (
          <ButtonLink className={layoutCss.grow} to={`/offline/signUpUser?activityId=${activityId}`}>
            {add.first}
          </ButtonLink>
        )}
        {takesEntries && own?.isSignedUp === true && own.entriesLeft > 0 && (
          <Button className={layoutCss.grow} onClick={onAdd}>
            {add.next}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Gallery of a contest's entries or choices, and votes (requirements U60, U61, U62). */
export default function ContestPage({ loaderData: data }: Route.ComponentProps) {
  const brand = useBrand();
  const { revalidate } = useRevalidator();
  const { contest, entry } = data;
  const now = useServerNow(contest.serverTime, [contest.startTime, contest.endTime]);
  const phase = phaseOf(contest, now);
  const own = useOwnContest(contest.activityId);
  const entries = useEntryList(data);
  const { busyId, vote } = useVote(contest, entries, own);
  const [isAdding, setAdding] = useState(false);
  const ownIds = own.own?.entries.map(({ entryId }) => entryId) ?? [];
  const voteOf = (entryId: string) =>
    phase !== "running" || ownIds.includes(entryId)
      ? null
      : {
          isVoted: own.own?.votedIds.includes(entryId) ?? false,
          isBusy: busyId === entryId,
          onVote: vote,
        };
  const refresh = () => {
    void own.reload();
    void revalidate();
  };
  return (
    <Screen brand={brand} hasBar>
      <div className={contestCss.page}>
        <NavBar
          title={contestMessages.title[contest.kind]}
          back={`/${contest.activityMode}/${contest.activityId}`}
        />
        {entry !== null && (
          <SharedEntry
            contest={contest}
            entry={entry && entries.withCount(entry)}
            vote={entry ? voteOf(entry.entryId) : null}
          />
        )}
        <ContestHead {...{ contest, phase }} votesLeft={own.own?.votesLeft ?? null} />
        <OwnEntries
          activityId={contest.activityId}
          entries={own.own?.entries ?? []}
          canWithdraw={phase === "running"}
          onWithdrawn={refresh}
        />
        <EntryGallery {...{ data, entries, phase, voteOf }} />
        <ContestBar
          {...{ contest }}
          own={own.own}
          isRunning={phase === "running"}
          onAdd={() => setAdding(true)}
        />
        {isAdding && (
          <Suspense>
            <AddEntrySheet
              activityId={contest.activityId}
              onClose={() => setAdding(false)}
              onAdded={() => {
                setAdding(false);
                refresh();
              }}
            />
          </Suspense>
        )}
      </div>
    </Screen>
  );
}
