import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ConsoleSeries } from "#contract/console/basics/series.ts";
import { Refusal } from "#contract/core/errors.ts";
import { startDragReorder } from "../../platform/browser/drag-reorder.ts";
import { pictureUrl } from "../../platform/picture/picture-url.ts";
import { CarIcon } from "../../ui/icons/detail-icons.tsx";
import { ChevronDownIcon } from "../../ui/icons/common-icons.tsx";
import { DotsIcon } from "../kit/controls/console-icons.tsx";
import { ConsoleButton, ToolButton } from "../kit/controls/console-button.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { ConsolePage, ExportButton, useMay } from "../shell/index.ts";
import { dealerKeys, loadAllSeries, saveSeriesOrder } from "./api.ts";
import * as dealerCss from "./dealer.module.css";
import { dealerPageMessages } from "./messages.ts";
import { SeriesDialog } from "./series-dialog.tsx";

const { series: texts } = dealerPageMessages;
const ITEM = "li";
/** The list with one of its elements at another place. */
function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_one, at) => at !== from);
  const one = list[from];
  return one === undefined ? rest : [...rest.slice(0, to), one, ...rest.slice(to)];
}

type RowProps = {
  series: ConsoleSeries;
  place: number;
  last: number;
  canWrite: boolean;
  onMove: (to: number, isDone: boolean) => void;
  onEdit: () => void;
};
/** A series with its picture; dragged by its handle, or moved by its arrows. */
const SeriesRow = ({ series, place, last, canWrite, onMove, onEdit }: RowProps) => (
  <li className={dealerCss.seriesRow}>
    {canWrite && (
      <span
        className={dealerCss.handle}
        aria-hidden="true"
        title={texts.move(series.seriesName)}
        onPointerDown={(event) => {
          let to = place;
          startDragReorder(event, ITEM, (index) => {
            to = index;
            onMove(index, false);
          });
          addEventListener("pointerup", () => onMove(to, true), { once: true });
        }}
      >
        <DotsIcon size={20} />
      </span>
    )}
    <img src={pictureUrl(series.imageUrl, { width: 192, height: 96 })} alt="" loading="lazy" />
    <div className={utilityCss.grow}>
      <b>{series.seriesName}</b> {series.isHidden && <Badge>{texts.hidden}</Badge>}
      <div className={`${utilityCss.caption} ${utilityCss.secondary}`}>
        <span className={utilityCss.number}>{series.seriesCode}</span> · {texts.activities(series.activities)}
      </div>
    </div>
    {canWrite && (
      <>
        <ToolButton
          label={texts.up(series.seriesName)}
          icon={
            <span className={dealerCss.up}>
              <ChevronDownIcon size={20} />
            </span>
          }
          disabled={place === 0}
          onClick={() => onMove(place - 1, true)}
        />
        <ToolButton
          label={texts.down(series.seriesName)}
          icon={<ChevronDownIcon size={20} />}
          disabled={place === last}
          onClick={() => onMove(place + 1, true)}
        />
        <ConsoleButton isSmall onClick={onEdit}>
          {texts.edit}
        </ConsoleButton>
      </>
    )}
  </li>
);

function SeriesList({
  all,
  onEdit,
}: {
  all: readonly ConsoleSeries[];
  onEdit: (one: ConsoleSeries) => void;
}) {
  const client = useQueryClient();
  const canWrite = useMay("series.write");
  const [codes, setCodes] = useState(() => all.map(({ seriesCode }) => seriesCode));
  const [words, setWords] = useState("");
  const byCode = new Map(all.map((one) => [one.seriesCode, one]));
  const shown = codes.flatMap((code) => byCode.get(code) ?? []);
  async function save(next: string[]): Promise<void> {
    try {
      await saveSeriesOrder(next);
      showResult(texts.orderSaved);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      showResult(error.message, { isError: true });
    } finally {
      await client.invalidateQueries({ queryKey: [dealerKeys.series] });
    }
  }
  const move = (one: ConsoleSeries, to: number, isDone: boolean): void => {
    const next = moved(codes, codes.indexOf(one.seriesCode), to);
    setCodes(next);
    if (!isDone) return;
    setWords(texts.moved(one.seriesName, to + 1));
    if (next.join(" ") !== all.map(({ seriesCode }) => seriesCode).join(" ")) void save(next);
  };
  return (
    <section className={utilityCss.panel}>
      <ol className={dealerCss.seriesList} aria-label={texts.list}>
        {shown.map((one, place) => (
          <SeriesRow
            key={one.seriesCode}
            series={one}
            place={place}
            last={shown.length - 1}
            canWrite={canWrite}
            onMove={(to, isDone) => move(one, to, isDone)}
            onEdit={() => onEdit(one)}
          />
        ))}
      </ol>
      {canWrite && (
        <p className={`${utilityCss.caption} ${utilityCss.muted} ${dealerCss.seriesNote}`}>{texts.note}</p>
      )}
      <output className={dealerCss.spoken}>{words}</output>
    </section>
  );
}

/** 车系: the order, names and pictures that visitors see, and which are hidden. */
export function SeriesPage() {
  const canWrite = useMay("series.write");
  const [edited, setEdited] = useState<ConsoleSeries | "new" | null>(null);
  const query = useQuery({ queryKey: [dealerKeys.series], queryFn: loadAllSeries });
  return (
    <ConsolePage
      title={texts.title}
      right="dealer.read"
      {...(canWrite && {
        actions: (
          <ConsoleButton look="primary" onClick={() => setEdited("new")}>
            {texts.add}
          </ConsoleButton>
        ),
      })}
    >
      <QueryState query={query} skeleton={<TableSkeleton columns={[]} />} right="dealer.read">
        {({ series }) =>
          series.length === 0 ? (
            <EmptyPage icon={<CarIcon size={20} />} title={texts.empty.title} text={texts.empty.text} />
          ) : (
            <>
              <ExportButton
                list="series"
                exported={{ filter: {} }}
                found={{ count: series.length, isCountExact: true }}
              />
              <SeriesList
                // Begins anew with the order that the server has.
                key={series.map(({ seriesCode }) => seriesCode).join(" ")}
                all={series}
                onEdit={setEdited}
              />
            </>
          )
        }
      </QueryState>
      {edited !== null && (
        <SeriesDialog series={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
    </ConsolePage>
  );
}
