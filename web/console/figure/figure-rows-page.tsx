import { useMemo } from "react";
import { Link, useLocation } from "react-router";
import { figureNames, type FigureName } from "#contract/console/figure-terms.ts";
import type { FigureRow } from "#contract/console/figures.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import { ListPage } from "../kit/list/list-page.tsx";
import type { FilterValues, ListFilter } from "../kit/list/list-address.ts";
import { useList, type ListArguments } from "../kit/list/use-list.ts";
import * as utilityCss from "../kit/styles/utility.module.css";
import type { Column } from "../kit/table/column.ts";
import { ConsolePage, ListExport } from "../shell/index.ts";
import { figureKeys, loadRows } from "./api.ts";
import { useAnalysisFilters, useFigureChoices, useToday } from "./figure-filters.ts";
import { toBoardQuery, type BoardQuery } from "./figure-query.ts";
import { fullText, numberText, figureTerm } from "./figure-text.ts";
import { MeaningButton } from "./meaning-button.tsx";
import { figurePageMessages as texts } from "./messages.ts";

type RowQuery = Pick<BoardQuery, "range" | "filter"> & {
  readonly figure: FigureName;
  readonly at: string | null;
};
const isFigure = (text: string | undefined): text is FigureName =>
  text !== undefined && (figureNames as readonly string[]).includes(text);

const figureFilter: ListFilter = {
  kind: "select",
  name: "figure",
  label: texts.figure,
  options: figureNames.map((value) => ({ value, label: figureTerm(value).name })),
  required: "signUps",
};
/** Moment of the number whose rows are shown. */
const momentFilter: ListFilter = { kind: "hidden", name: "at" };

/** Page of the thing that a row is of; null: it has none. */
function pageOf(figure: FigureName, { kind, openId, activityId }: FigureRow): string | null {
  if (openId === null) return null;
  if (figure === "waiting") return `/waitlist?activity=${activityId ?? ""}`;
  if (kind === "koc") return `/koc?open=${encodeURIComponent(openId)}`;
  if (kind === "guest") return `/guests?open=${openId}`;
  if (kind === "lead") return `/leads?open=${openId}`;
  return kind === "order" || kind === "refund" ? `/orders/${openId}` : null;
}

/** Amount of a row by the kind of its figure: hours, units or money. */
function amountOf(figure: FigureName, { amount }: FigureRow): string {
  if (amount === null) return "—";
  const { kind } = figureTerm(figure);
  if (kind === "hours") return texts.hours(numberText(figure, amount));
  return kind === "fen" || kind === "units" ? fullText(figure, amount) : "—";
}

type ColumnFacts = {
  readonly figure: FigureName;
  /** Whether any row is of something with a name: a benefit, an order. */
  readonly hasSubject: boolean;
  readonly cityName: (code: string) => string;
};
function columnsOf({ figure, hasSubject, cityName }: ColumnFacts): readonly Column<FigureRow>[] {
  const { columns: labels } = texts;
  const { kind } = figureTerm(figure);
  const thing: Column<FigureRow> = {
    id: "thing",
    label: labels.thing,
    cell: (row) => {
      const page = pageOf(figure, row);
      const name = texts.rowKinds[row.kind];
      return page === null ? (
        <span className={utilityCss.secondary}>{name}</span>
      ) : (
        <Link to={page} className={utilityCss.link}>
          {name}
          <ChevronRightIcon size={16} />
        </Link>
      );
    },
  };
  const counted: Column<FigureRow> = {
    id: "counted",
    label: labels.counted,
    cell: ({ isCounted }) => (
      <Badge tone={isCounted ? "ok" : "mute"}>{isCounted ? texts.counted : texts.notCounted}</Badge>
    ),
  };
  const subject: Column<FigureRow> = {
    id: "subject",
    label: labels.subject,
    cell: (row) => row.subject ?? "—",
    hideBelow: "narrow",
  };
  const amount: Column<FigureRow> = {
    id: "amount",
    label: labels.amount,
    cell: (row) => amountOf(figure, row),
    isNumber: true,
    align: "end",
  };
  return [
    thing,
    {
      id: "time",
      label: labels.time,
      cell: ({ time }) => formatShort(time),
      isNumber: true,
      isSortable: true,
    },
    {
      id: "activity",
      label: labels.activity,
      cell: ({ activityTitle }) => activityTitle ?? "—",
      isWide: true,
    },
    ...(hasSubject ? [subject] : []),
    ...(kind === "rate" ? [counted] : []),
    ...(kind === "hours" || kind === "fen" || kind === "units" ? [amount] : []),
    { id: "dealer", label: labels.dealer, cell: ({ dealerName }) => dealerName ?? "—", hideBelow: "narrow" },
    {
      id: "channel",
      label: labels.channel,
      cell: ({ channel }) => (channel === "" ? texts.unknown : channel),
      hideBelow: "medium",
    },
    {
      id: "host",
      label: labels.host,
      cell: ({ host }) => (host === "" ? texts.unknown : (texts.hosts[host] ?? host)),
      hideBelow: "medium",
    },
    {
      id: "city",
      label: labels.city,
      cell: ({ cityCode }) => (cityCode === "" ? texts.unknown : cityName(cityCode)),
      hideBelow: "medium",
    },
  ];
}

/** Filter of the call, as of the moment that the page shows. */
const toFigureExport = ({ figure, range, filter, at }: RowQuery) => ({
  filter: { figure, range, ...filter },
  ...(at !== null && { asOf: at }),
});

/** 查看明细: the rows that a figure counts, as many as it says at the same moment (requirement CO78). */
export function FigureRowsPage() {
  const today = useToday();
  const analysisFilters = useAnalysisFilters();
  const cities = useFigureChoices()?.cities;
  const filters = useMemo(
    () => [figureFilter, ...analysisFilters.filter(({ name }) => name !== "compare"), momentFilter],
    [analysisFilters],
  );
  const toFilter = useMemo(
    () =>
      (values: FilterValues): RowQuery => {
        const [figure] = values["figure"] ?? [];
        const { range, filter } = toBoardQuery(values, today);
        return {
          figure: isFigure(figure) ? figure : "signUps",
          range,
          filter,
          at: values["at"]?.[0] ?? null,
        };
      },
    [today],
  );
  const list = useList({ name: figureKeys.rows, filters, toFilter, load: loadPage });
  const { figure, at } = list.filter;
  const hasSubject = list.query.data?.rows.some(({ subject }) => subject !== null) === true;
  const columns = useMemo(
    () =>
      columnsOf({
        figure,
        hasSubject,
        cityName: (code) => cities?.find(({ cityCode }) => cityCode === code)?.name ?? code,
      }),
    [figure, hasSubject, cities],
  );
  const { search } = useLocation();
  const back = new URLSearchParams(search);
  for (const own of ["figure", "at", "sort", "cursor", "page", "cols", "open"]) back.delete(own);
  return (
    <ConsolePage
      title={texts.rowsTitle(figureTerm(figure).name)}
      heading={
        <span className={utilityCss.row}>
          {texts.rowsTitle(figureTerm(figure).name)}
          <MeaningButton figure={figure} />
        </span>
      }
      crumb={{ to: `/dashboard?${back.toString()}`, label: texts.dashboard }}
      right="figure.read"
    >
      {at !== null && (
        <NoteBar
          tone="mute"
          action={{ label: texts.rowsNow, onPress: () => list.navigation.setFilter("at", []) }}
        >
          {texts.rowsFrozen(formatShort(at))}
        </NoteBar>
      )}
      <ListPage
        list={list}
        tools={<ListExport list="figures" of={list} toExport={toFigureExport} />}
        right="figure.read"
        label={texts.rows}
        columns={columns}
        rowId={({ rowId }) => rowId}
        rowName={({ kind, time }) => `${texts.rowKinds[kind]} ${formatShort(time)}`}
        secondLine={({ dealerName, subject }) =>
          [dealerName, subject].filter((part) => part !== null).join(" · ")
        }
        empty={<EmptyPage title={texts.noRows} text={texts.nothingText} />}
        note={figureTerm(figure).meaning}
      />
    </ConsolePage>
  );
}

const loadPage = ({ filter: { figure, range, filter, at }, ...rest }: ListArguments<RowQuery, "time">) =>
  loadRows({ ...rest, filter: { figure, range, ...filter }, ...(at !== null && { asOf: at }) });
