import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ConsoleSeries } from "#contract/console/basics/series.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { isBlank } from "#contract/core/text.ts";
import { pictureUrl } from "../../platform/picture/picture-url.ts";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { SwitchInput } from "../kit/form/switch-input.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { createSeries, dealerKeys, loadSeriesVersions, saveSeriesChanges } from "./api.ts";
import { Differences } from "./dealer-history.tsx";
import * as dealerCss from "./dealer.module.css";
import { dealerPageMessages } from "./messages.ts";

const { series: texts } = dealerPageMessages;
/** Latest changes that are shown. */
const SHOWN = 8;

/** Latest changes of a series, old → new. */
function SeriesHistory({ seriesCode }: { seriesCode: string }) {
  const { data } = useQuery({
    queryKey: dealerKeys.seriesVersions(seriesCode),
    queryFn: () => loadSeriesVersions(seriesCode),
  });
  const changed = (data?.versions ?? []).filter(({ changes }) => changes.length > 0).slice(0, SHOWN);
  if (changed.length === 0) return null;
  return (
    <details>
      <summary>{dealerPageMessages.history.title}</summary>
      <ol className={dealerCss.versions}>
        {changed.map(({ revision, by, door, time, changes }) => (
          <li key={revision}>
            <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>
              {by ?? dealerPageMessages.history.doors[door] ?? door} · {formatShort(time)}
            </p>
            <Differences changes={changes} />
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Adds a series, or edits one. @param series null: a new one */
export function SeriesDialog({ series, onClose }: { series: ConsoleSeries | null; onClose: () => void }) {
  const client = useQueryClient();
  const [seriesCode, setCode] = useState(series?.seriesCode ?? "");
  const [seriesName, setName] = useState(series?.seriesName ?? "");
  const [imageUrl, setImage] = useState(series?.imageUrl ?? "");
  const [isShown, setShown] = useState(series?.isHidden !== true);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const save = async (): Promise<void> => {
    try {
      if (series === null) await createSeries({ seriesCode, seriesName, imageUrl });
      else
        await saveSeriesChanges({
          seriesCode: series.seriesCode,
          basedOn: series.revision,
          changes: {
            ...(seriesName !== series.seriesName && { seriesName }),
            ...(imageUrl !== series.imageUrl && { imageUrl }),
            ...(isShown === series.isHidden && { isHidden: !isShown }),
          },
        });
      showResult(texts.saved);
    } catch (error) {
      if (error instanceof Refusal) setFaults(error.fields);
      throw error;
    } finally {
      await client.invalidateQueries({ queryKey: [dealerKeys.series] });
      await client.invalidateQueries({ queryKey: dealerKeys.seriesVersions(seriesCode) });
    }
  };
  const activities = series?.activities ?? 0;
  return (
    <ConfirmDialog
      isOpen
      title={series === null ? texts.dialog.add : texts.dialog.edit}
      confirm={texts.dialog.save}
      isDisabled={isBlank(seriesCode) || isBlank(seriesName) || isBlank(imageUrl)}
      onConfirm={save}
      onClose={onClose}
    >
      {series === null && (
        <TextInput
          label={texts.code}
          hint={texts.codeHint}
          isRequired
          value={seriesCode}
          onChange={setCode}
          error={faults["seriesCode"]}
        />
      )}
      <TextInput
        label={texts.name}
        isRequired
        value={seriesName}
        onChange={setName}
        error={faults["seriesName"]}
      />
      <TextInput
        label={texts.picture}
        hint={texts.pictureHint}
        isRequired
        value={imageUrl}
        onChange={setImage}
        error={faults["imageUrl"]}
      />
      {!isBlank(imageUrl) && (
        <img
          className={dealerCss.preview}
          src={pictureUrl(imageUrl, { width: 480, height: 240 })}
          alt={texts.pictureOf(seriesName)}
        />
      )}
      {series !== null && <SwitchInput label={texts.hide} value={isShown} onChange={setShown} />}
      {series !== null && !isShown && !series.isHidden && activities > 0 && (
        <NoteBar tone="warn">{texts.hideWarning(activities)}</NoteBar>
      )}
      {series !== null && <SeriesHistory seriesCode={series.seriesCode} />}
    </ConfirmDialog>
  );
}
