import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import {
  bannerConflict,
  type BannerFieldName,
  type BannerFields,
  type ConsoleBanner,
} from "#contract/console/content/banners.ts";
import { Refusal } from "#contract/core/errors.ts";
import { formatClock } from "#contract/core/date-text.ts";
import { showResult } from "../kit/feedback/toasts.tsx";
import { ConflictPanel } from "../kit/overlay/conflict-panel.tsx";
import { useCities } from "../shell/index.ts";
import { loadBanner, refreshBanners, storeBanner } from "./api.ts";
import { bannerFieldName, bannerFieldNames, bannerValueText } from "./banner-words.ts";
import { bannerTexts as texts } from "./messages.ts";

type Changes = Partial<BannerFields>;
type Conflict = {
  readonly by: string;
  readonly at: string;
  readonly fields: readonly string[];
  readonly mine: Changes;
  readonly theirs: ConsoleBanner;
};
/** Fields that differ from the base. */
const changesOf = (base: BannerFields, values: BannerFields): Changes =>
  Object.fromEntries(
    (Object.keys(values) as BannerFieldName[])
      .filter((name) => values[name] !== base[name])
      .map((name) => [name, values[name]]),
  );

/** Saves changes of a banner on the revision that was seen, and asks where a colleague changed the same fields. */
export function useBannerEdit(first: ConsoleBanner) {
  const client = useQueryClient();
  const { nameOf } = useCities();
  const [base, setBase] = useState(first);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const adopt = async (banner: ConsoleBanner): Promise<void> => {
    setBase(banner);
    await refreshBanners(client, banner);
  };
  async function send(basedOn: number, changes: Changes): Promise<void> {
    const { banner, merged } = await storeBanner({ bannerId: base.bannerId, basedOn, changes });
    showResult(
      merged === null
        ? texts.form.saved
        : texts.form.merged(merged.by ?? texts.form.somebody, bannerFieldNames(merged.fields)),
    );
    await adopt(banner);
  }
  async function ask(refusal: Refusal, mine: Changes): Promise<void> {
    const { by, at, fields } = bannerConflict.parse(refusal.data);
    const theirs = await loadBanner(base.bannerId);
    setConflict({ by: by ?? texts.form.somebody, at, fields, mine, theirs });
  }
  async function save(values: BannerFields): Promise<void> {
    const changes = changesOf(base, values);
    if (Object.keys(changes).length === 0) return;
    try {
      await send(base.revision, changes);
    } catch (error) {
      if (error instanceof Refusal && error.refusal === "editConflict") await ask(error, changes);
      throw error;
    }
  }
  async function resolve(choices: Readonly<Record<string, "mine" | "theirs">>): Promise<void> {
    if (conflict === null) return;
    const kept = Object.entries(conflict.mine).filter(([name]) => choices[name] !== "theirs");
    const mine = Object.fromEntries(kept) as Changes;
    try {
      if (kept.length === 0) await adopt(conflict.theirs);
      else await send(conflict.theirs.revision, mine);
      setConflict(null);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.refusal === "editConflict") await ask(error, mine);
      else showResult(error.message, { isError: true });
    }
  }
  const conflictPanel: ReactNode = conflict && (
    <ConflictPanel
      by={conflict.by}
      at={formatClock(conflict.at)}
      fields={conflict.fields.map((name) => ({
        name,
        label: bannerFieldName(name),
        mine: bannerValueText(name, conflict.mine[name as BannerFieldName], nameOf) ?? "—",
        theirs: bannerValueText(name, conflict.theirs[name as BannerFieldName], nameOf) ?? "—",
      }))}
      onSave={resolve}
      onLater={() => setConflict(null)}
    />
  );
  return { base, save, adopt, conflictPanel };
}
