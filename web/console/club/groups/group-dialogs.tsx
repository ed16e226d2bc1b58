import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { ManagedGroup } from "#contract/console/club/groups.ts";
import { Refusal } from "#contract/core/errors.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { TextInput } from "../../kit/form/text-input.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import { useCities } from "../../shell/index.ts";
import {
  addGroup,
  chooseLeader,
  clubKeys,
  endGroup,
  loadManagedGroup,
  loadManagedMembers,
  updateGroup,
} from "../api.ts";
import * as clubCss from "../club.module.css";
import { PersonCell } from "../person-cell.tsx";
import {
  draftOf,
  emptyGroup,
  GroupInputs,
  mergeDrafts,
  useGroupForm,
  type GroupDraft,
} from "./group-form.tsx";
import { managedGroupMessages as texts } from "./messages.ts";

type CreateDialogProps = {
  series: ManagedGroup["series"];
  onCreated: (groupId: string) => Promise<void>;
  onClose: () => void;
};
/** Creates a group, led by the verified owner with a mobile. */
export function CreateGroupDialog({ series, onCreated, onClose }: CreateDialogProps) {
  const form = useGroupForm(emptyGroup);
  const [leaderMobile, setLeaderMobile] = useState("");
  return (
    <ConfirmDialog
      isOpen
      title={texts.form.createTitle}
      confirm={texts.form.createSubmit}
      onConfirm={() =>
        form.send(async (fields) => {
          const { groupId } = await addGroup({ ...fields, leaderMobile });
          showResult(texts.createdDone);
          await onCreated(groupId);
        })
      }
      onClose={onClose}
    >
      <GroupInputs form={form} series={series} />
      <TextInput
        label={texts.form.leader}
        hint={texts.form.leaderHint}
        inputMode="tel"
        autoComplete="off"
        value={leaderMobile}
        error={form.faults["leaderMobile"]}
        isRequired
        onChange={setLeaderMobile}
      />
    </ConfirmDialog>
  );
}

type DialogProps = { detail: ManagedGroup; onChanged: () => Promise<void>; onClose: () => void };

const labels = {
  name: texts.form.name,
  intro: texts.form.intro,
  rules: texts.form.rules,
  cityCode: texts.form.city,
  seriesCodes: texts.form.series,
  places: texts.form.places,
  joinMode: texts.form.join,
} as const;
/** Words about the other edit, from the data of the refusal "editConflict", and about fields that both have changed. */
function conflictLines({ data }: Refusal, theirs: GroupDraft, both: readonly (keyof GroupDraft)[]): string[] {
  const { by, at } = data as { by: string | null; at: string | null };
  return [
    texts.conflict(by, at === null ? "" : formatShort(at)),
    ...both.map((field) => texts.conflictBoth(labels[field], String(theirs[field]))),
  ];
}
/** Edits a group. After somebody else's edit both are merged, so that nothing is lost silently (requirement CO86). */
export function EditGroupDialog({ detail, onChanged, onClose }: DialogProps) {
  const form = useGroupForm(draftOf(detail));
  const { nameOf } = useCities();
  const cityName = (code: string): string => (code === "" ? texts.form.nationwide : nameOf(code));
  const [base, setBase] = useState({ draft: draftOf(detail), revision: detail.revision });
  const [conflict, setConflict] = useState<readonly string[]>([]);
  const { groupId } = detail.group;
  async function merge(refusal: Refusal): Promise<void> {
    const now = await loadManagedGroup(groupId);
    const theirs = draftOf(now);
    const { draft, both } = mergeDrafts(base.draft, form.draft, theirs);
    setBase({ draft: theirs, revision: now.revision });
    form.reset(draft);
    setConflict(conflictLines(refusal, { ...theirs, cityCode: cityName(theirs.cityCode) }, both));
  }
  return (
    <ConfirmDialog
      isOpen
      title={texts.form.editTitle}
      confirm={texts.form.save}
      onConfirm={() =>
        form.send(async (fields) => {
          try {
            await updateGroup({ ...fields, groupId, basedOn: base.revision });
          } catch (error) {
            if (error instanceof Refusal && error.refusal === "editConflict") await merge(error);
            throw error;
          }
          showResult(texts.saved);
          await onChanged();
        })
      }
      onClose={onClose}
    >
      {conflict.length > 0 && (
        <NoteBar tone="warn">
          {conflict.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </NoteBar>
      )}
      <GroupInputs form={form} series={detail.series} />
    </ConfirmDialog>
  );
}

/** Closes a group for ever: says how many are notified, and asks for its name (requirement CO74). */
export const CloseGroupDialog = ({ detail: { group, notified }, onChanged, onClose }: DialogProps) => (
  <ConfirmDialog
    isOpen
    title={texts.closeTitle(group.name)}
    text={texts.closeText(notified)}
    confirm={texts.close}
    isDanger
    typed={{ label: texts.closeTyped, text: group.name }}
    onConfirm={async () => {
      const closed = await endGroup(group.groupId, group.name);
      showResult(texts.closed(closed.notified));
      await onChanged();
    }}
    onClose={onClose}
  />
);

/** Makes a member the leader, chosen among those who may. */
export function LeaderDialog({ detail: { group }, onChanged, onClose }: DialogProps) {
  const [memberId, setMemberId] = useState<string | null>(null);
  const filter = { groupId: group.groupId, canLead: true };
  const query = useQuery({
    queryKey: clubKeys.groupMembers(group.groupId),
    queryFn: () => loadManagedMembers({ filter }),
  });
  return (
    <ConfirmDialog
      isOpen
      title={texts.leaderTitle}
      text={texts.leaderText}
      confirm={texts.leaderSubmit}
      isDisabled={memberId === null}
      onConfirm={async () => {
        if (memberId === null) return;
        await chooseLeader(group.groupId, memberId);
        showResult(texts.leaderDone);
        await onChanged();
      }}
      onClose={onClose}
    >
      <QueryState query={query} skeleton={<TableSkeleton columns={[]} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={utilityCss.secondary}>{texts.leaderNone}</p>
          ) : (
            <fieldset className={clubCss.scroll} aria-label={texts.leaderList}>
              <ul className={clubCss.people}>
                {rows.map(({ person, role, seriesName, joinedTime, articles }) => (
                  <li key={person.memberId}>
                    <label>
                      <input
                        type="radio"
                        name="leader"
                        checked={memberId === person.memberId}
                        onChange={() => setMemberId(person.memberId)}
                      />
                      <span className={clubCss.two}>
                        <PersonCell person={person} />
                        <small>{texts.memberFacts(seriesName, articles, formatShort(joinedTime))}</small>
                      </span>
                    </label>
                    <span className={`${utilityCss.caption} ${utilityCss.secondary}`}>
                      {texts.roles[role]}
                    </span>
                  </li>
                ))}
              </ul>
            </fieldset>
          )
        }
      </QueryState>
    </ConfirmDialog>
  );
}
