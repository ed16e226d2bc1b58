import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Group } from "#contract/club/shapes.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { useCity } from "../../platform/location/city.ts";
import { useFocusFallback } from "../../platform/browser/use-focus-fallback.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { newUuid } from "../../platform/http/random-ids.ts";
import { send } from "../../platform/http/send.ts";
import { Button } from "../../ui/form/button.tsx";
import { Chip, RemovableChipButton } from "../../ui/form/chip.tsx";
import { FieldHint } from "../../ui/form/field.tsx";
import { PinIcon } from "../../ui/icons/common-icons.tsx";
import { publish } from "./api.ts";
import { readClubDraft } from "./club-draft.ts";
import { serializeMarkup } from "../mention/serialize-markup.ts";
import { emptyMentionText } from "../mention/mention-text.ts";
import { useClubDraft, type InitialDraft } from "./use-club-draft.ts";
import { useDraftPictures } from "./use-draft-pictures.ts";
import { useSubmitArticle } from "./use-submit-article.ts";
import { WriteFields } from "./write-fields.tsx";
import { writingMessages } from "../writing-messages.ts";
import * as fieldCss from "../../ui/form/field.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as stateCss from "../../ui/styles/state.module.css";

type WriteFormProps = {
  openId: string;
  groups: readonly Group[];
  /** Group in the URL. */
  groupId: string | null;
  /** Activity in the URL. */
  activityId: string | null;
};

const DRAFT_KEY = "write";

/** Select for the group in which the article is published. */
function GroupSelect({
  groups,
  value,
  onChoose,
  error,
}: {
  groups: readonly Group[];
  value: string;
  onChoose: (groupId: string) => void;
  error: string | undefined;
}) {
  return (
    <div className={fieldCss.field}>
      <label className={fieldCss.label} htmlFor="write-group">
        <span>{writingMessages.write.group}</span>
      </label>
      <div className={error === undefined ? fieldCss.inputBox : `${fieldCss.inputBox} ${stateCss.invalid}`}>
        <select
          id="write-group"
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby="write-group-hint"
          onChange={({ target }) => onChoose(target.value)}
        >
          <option value="">{writingMessages.write.chooseGroup}</option>
          {groups.map(({ groupId, name }) => (
            <option key={groupId} value={groupId}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <FieldHint id="write-group-hint" error={error ?? null} />
    </div>
  );
}

/**
 * Preselected group: the one in the URL, the only one, or the one of the draft. "" if the person may not write in it,
 * since another group must not replace it silently.
 */
function groupOf({ groups, groupId }: Pick<WriteFormProps, "groups" | "groupId">, draftGroup = ""): string {
  const only = groups.length === 1 ? groups[0]?.groupId : undefined;
  const preferred = groupId ?? only ?? draftGroup;
  return groups.some((group) => group.groupId === preferred) ? preferred : "";
}

/** Stored draft, or an empty one, with the group and activity of the URL. */
function initialDraft({ groups, groupId, activityId }: Omit<WriteFormProps, "openId">): InitialDraft {
  const draft = readClubDraft(DRAFT_KEY);
  const empty = { idempotencyKey: newUuid(), title: "", text: emptyMentionText };
  return {
    start: {
      ...(draft ?? empty),
      groupId: groupOf({ groups, groupId }, draft?.groupId),
      activityId: activityId ?? draft?.activityId ?? null,
    },
    isRestored: draft !== null,
  };
}

/** Form for a new article, with its group, optional place and optional activity. */
export function WriteForm({ openId, ...target }: WriteFormProps) {
  const form = useClubDraft(DRAFT_KEY, () => initialDraft(target));
  const { values, change, errors } = form;
  const pictures = useDraftPictures(DRAFT_KEY, openId, clubLimits.maxPictures);
  const city = useCity();
  const [hasPlace, setPlace] = useState(false);
  const navigate = useNavigate();
  const placeChip = useRef<HTMLButtonElement>(null);
  const restoreFocus = useFocusFallback(() => placeChip.current);
  const submission = useSubmitArticle({
    draftKey: DRAFT_KEY,
    form,
    pictures,
    post: ({ groupId, title, text, activityId }, options) =>
      publish(
        send,
        {
          groupId,
          title: title.trim(),
          content: serializeMarkup(text),
          pictureIds: [...pictures.ids],
          ...(activityId !== null && { activityId }),
          ...(hasPlace && { cityCode: city.code }),
        },
        options,
      ),
    onSent: (articleId) => {
      showToast(writingMessages.write.done);
      return navigate(`/club/article/${articleId}`, { replace: true });
    },
  });
  return (
    <WriteFields
      {...{ form, submission, pictures }}
      first={
        <GroupSelect
          groups={target.groups}
          value={values.groupId}
          onChoose={(chosen) => change({ groupId: chosen })}
          error={errors["groupId"]}
        />
      }
      last={
        <p className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.wrap}`}>
          <Chip ref={placeChip} isOn={hasPlace} tap="toggle" onClick={() => setPlace(!hasPlace)}>
            <PinIcon size={16} />
            {writingMessages.write.place(city.name)}
          </Chip>
          {values.activityId !== null && (
            <RemovableChipButton
              label={writingMessages.write.ofActivity}
              removeLabel={writingMessages.write.leaveActivity}
              onRemove={() => {
                change({ activityId: null });
                restoreFocus();
              }}
            />
          )}
        </p>
      }
      buttons={
        <Button
          type="submit"
          className={layoutCss.grow}
          isBusy={submission.isBusy}
          data-tap="press"
          suppressHydrationWarning
        >
          {submission.isBusy ? writingMessages.sending : writingMessages.write.send}
        </Button>
      }
    />
  );
}
