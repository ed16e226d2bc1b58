import { useQueryClient } from "@tanstack/react-query";
import { useState, type KeyboardEvent } from "react";
import type { ConsoleBanner } from "#contract/console/content/banners.ts";
import { Refusal } from "#contract/core/errors.ts";
import { startDragReorder } from "../../platform/browser/drag-reorder.ts";
import { showResult } from "../kit/feedback/toasts.tsx";
import { requestMove, refreshBanners } from "./api.ts";
import { BannerLine } from "./banner-line.tsx";
import { titleOf } from "./banner-words.ts";
import * as bannerCss from "./banner.module.css";
import { bannerTexts as texts } from "./messages.ts";

type BannerListProps = { rows: readonly ConsoleBanner[]; label: string };

const idOf = ({ bannerId }: ConsoleBanner): string => bannerId;
/** Order with one banner at another place. */
function moved(ids: readonly string[], id: string, to: number): string[] {
  const rest = ids.filter((one) => one !== id);
  rest.splice(Math.max(0, Math.min(to, rest.length)), 0, id);
  return rest;
}
/** The neighbour beside which a banner stands in an order. */
function neighbourOf(ids: readonly string[], id: string) {
  const at = ids.indexOf(id);
  const [before, after] = [ids[at - 1], ids[at + 1]];
  if (before !== undefined) return { beside: before, side: "after" } as const;
  return after === undefined ? null : ({ beside: after, side: "before" } as const);
}

/** Order of the rows while one is moved, and its save. */
function useOrder(rows: readonly ConsoleBanner[]) {
  const client = useQueryClient();
  const stored = rows.map(idOf);
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const ids = order !== null && order.length === stored.length ? order : stored;
  async function save(banner: ConsoleBanner, next: readonly string[]): Promise<void> {
    const where = neighbourOf(next, banner.bannerId);
    if (where === null || next.join() === stored.join()) return setOrder(null);
    setOrder(next);
    try {
      await requestMove({ bannerId: banner.bannerId, ...where });
      const back = neighbourOf(stored, banner.bannerId);
      const undo = async (): Promise<void> => {
        if (back) await requestMove({ bannerId: banner.bannerId, ...back });
        await refreshBanners(client, null);
      };
      const place = next.indexOf(banner.bannerId) + 1;
      showResult(texts.moved(titleOf(banner), place), { onUndo: () => void undo() });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      showResult(error.message, { isError: true });
    } finally {
      await refreshBanners(client, null);
      setOrder(null);
    }
  }
  return { ids, show: setOrder, save };
}

/** Banners of a position in their order, which is changed by drag or by the arrow keys of a row's handle. */
export function BannerList({ rows, label }: BannerListProps) {
  const { ids, show, save } = useOrder(rows);
  const byId = new Map(rows.map((row) => [row.bannerId, row]));
  const shown = ids.flatMap((id) => byId.get(id) ?? []);
  const move = (banner: ConsoleBanner, to: number): void =>
    void save(banner, moved(rows.map(idOf), banner.bannerId, to));
  const onKey = (event: KeyboardEvent, banner: ConsoleBanner, at: number): void => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    move(banner, event.key === "ArrowUp" ? at - 1 : at + 1);
  };
  return (
    <ol className={bannerCss.list} aria-label={label}>
      {shown.map((banner, at) => (
        <BannerLine
          key={banner.bannerId}
          {...{ banner, at }}
          count={shown.length}
          onMove={(to) => move(banner, to)}
          onHandleKey={(event) => onKey(event, banner, at)}
          onPress={(press) => {
            let to = at;
            startDragReorder(press, "li", (index) => {
              if (index === to) return;
              to = index;
              show(moved(rows.map(idOf), banner.bannerId, index));
            });
            addEventListener("pointerup", () => move(banner, to), { once: true });
          }}
        />
      ))}
    </ol>
  );
}
