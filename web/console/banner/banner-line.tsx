import { useQueryClient } from "@tanstack/react-query";
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { Link, useNavigate } from "react-router";
import { bannerStates, type ConsoleBanner } from "#contract/console/content/banners.ts";
import { pictureUrl } from "../../platform/picture/picture-url.ts";
import { WarningIcon } from "../../ui/icons/common-icons.tsx";
import { ActionMenu, type MenuAction } from "../kit/controls/action-menu.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useCities } from "../shell/index.ts";
import { requestRemoval, endNow, refreshBanners, storeBanner } from "./api.ts";
import { bannerTones, titleOf, windowText } from "./banner-words.ts";
import * as bannerCss from "./banner.module.css";
import { GripIcon } from "./grip-icon.tsx";
import { bannerTexts as texts } from "./messages.ts";

type BannerRowProps = {
  banner: ConsoleBanner;
  at: number;
  count: number;
  onMove: (to: number) => void;
  onHandleKey: (event: KeyboardEvent) => void;
  onPress: (event: PointerEvent) => void;
};
const { actions } = texts;
const figures = new Intl.NumberFormat("zh-CN");

/** Row of a banner: handle, picture, texts, window, figures, acts. */
export function BannerLine({ banner, at, count, onMove, onHandleKey, onPress }: BannerRowProps) {
  const { nameOf } = useCities();
  const title = titleOf(banner);
  return (
    <li className={bannerCss.row} data-state={banner.state}>
      {banner.canWrite && count > 1 ? (
        <button
          type="button"
          className={bannerCss.handle}
          aria-label={texts.handle(title, at + 1, count)}
          onKeyDown={onHandleKey}
          onPointerDown={(event) => {
            // Following the pointer takes the browser's own focus away.
            event.currentTarget.focus();
            onPress(event);
          }}
        >
          <GripIcon size={16} />
        </button>
      ) : (
        <span className={bannerCss.handle} aria-hidden="true" />
      )}
      <span className={bannerCss.place}>{at + 1}</span>
      <img
        className={bannerCss.thumb}
        src={pictureUrl(banner.imageUrl, { width: 300, height: 154 })}
        width={150}
        height={77}
        alt=""
        draggable={false}
        loading="lazy"
      />
      <div className={bannerCss.texts}>
        <Link to={`/banners/${banner.bannerId}`}>{title}</Link>
        <Target banner={banner} />
      </div>
      <div className={bannerCss.facts}>
        <span>{windowText(banner)}</span>
        <span className={utilityCss.secondary}>
          {banner.cityCode === null ? texts.allCities : nameOf(banner.cityCode)}
        </span>
      </div>
      <span className={bannerCss.clicks} title={texts.clicksHint}>
        {texts.clicks(figures.format(banner.clicks), figures.format(banner.clickPersons))}
      </span>
      <Badge tone={bannerTones[banner.state]} hasDot={banner.state === "live"}>
        {bannerStates[banner.state]}
      </Badge>
      <RowActions {...{ banner, at, count, onMove }} />
    </li>
  );
}

/** The thing that the banner leads to, with a warning where visitors cannot see it. */
function Target({ banner: { target, link } }: { banner: ConsoleBanner }) {
  if (target === null) return <small>{link === "" ? texts.noLink : link}</small>;
  const kind = texts.form.kinds[target.kind];
  if (target.isShown)
    return (
      <small>
        {kind} · {target.name}
        {link.includes("?") && ` · ${link}`}
      </small>
    );
  return (
    <small className={bannerCss.warn}>
      <WarningIcon size={16} />
      {kind} · {target.name} · {texts.notShown}
    </small>
  );
}

type RowActionsProps = Pick<BannerRowProps, "banner" | "at" | "count" | "onMove">;
function RowActions({ banner, at, count, onMove }: RowActionsProps) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<"end" | "remove" | null>(null);
  const isLive = banner.state === "live";
  const moves: MenuAction[] = [
    { label: actions.up, isDisabled: at === 0, onSelect: () => onMove(at - 1) },
    { label: actions.down, isDisabled: at === count - 1, onSelect: () => onMove(at + 1) },
  ];
  const edit = { label: actions.edit, onSelect: () => void navigate(`/banners/${banner.bannerId}`) };
  const copy = { label: actions.copy, onSelect: () => void navigate(`/banners/new?from=${banner.bannerId}`) };
  const last: MenuAction = isLive
    ? { label: actions.end, isDanger: true, onSelect: () => setAsking("end") }
    : { label: actions.remove, isDanger: true, onSelect: () => setAsking("remove") };
  return (
    <>
      <ActionMenu groups={banner.canWrite ? [[edit, copy], moves, [last]] : [[edit, copy]]} />
      <EndDialog banner={banner} isOpen={asking === "end"} onClose={() => setAsking(null)} />
      <RemoveDialog banner={banner} isOpen={asking === "remove"} onClose={() => setAsking(null)} />
    </>
  );
}

type DialogProps = { banner: ConsoleBanner; isOpen: boolean; onClose: () => void };
/** Takes a shown banner down; it can be shown again for 10 s. */
export function EndDialog({ banner, isOpen, onClose }: DialogProps) {
  const client = useQueryClient();
  const end = async (): Promise<void> => {
    const { bannerId, toTime } = banner;
    const { revision } = await endNow(bannerId);
    const undo = async (): Promise<void> => {
      const shown = await storeBanner({ bannerId, basedOn: revision, changes: { toTime } });
      await refreshBanners(client, shown.banner);
    };
    showResult(texts.ended, { onUndo: () => void undo() });
    await refreshBanners(client, null);
    await client.invalidateQueries({ queryKey: ["showConsoleBanner", bannerId] });
  };
  return (
    <ConfirmDialog
      {...{ isOpen, onClose }}
      isDanger
      title={texts.endTitle}
      text={`${titleOf(banner)} — ${texts.endText}`}
      confirm={actions.end}
      onConfirm={end}
    />
  );
}

/** Deletes a banner that is not shown. */
function RemoveDialog({ banner, isOpen, onClose }: DialogProps) {
  const client = useQueryClient();
  const remove = async (): Promise<void> => {
    await requestRemoval(banner.bannerId);
    showResult(texts.removed);
    await refreshBanners(client, null);
  };
  return (
    <ConfirmDialog
      {...{ isOpen, onClose }}
      isDanger
      title={texts.removeTitle}
      text={`${titleOf(banner)} — ${texts.removeText}`}
      confirm={actions.remove}
      onConfirm={remove}
    />
  );
}
