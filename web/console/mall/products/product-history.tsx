import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { ProductVersion } from "#contract/console/mall/product-edit.ts";
import type { MallProductDetail, MallSkuRow } from "#contract/console/mall/products.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { Badge } from "../../kit/display/badge.tsx";
import { ChangeList } from "../../kit/display/change-list.tsx";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { Panel } from "../../kit/layout/page-layout.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { useMay } from "../../shell/index.ts";
import { loadVersion, loadProductVersions, productKeys, restoreProduct } from "./api.ts";
import * as historyCss from "./history.module.css";
import { productPageMessages } from "./messages.ts";
import { ProductFrame, useProductChoices, useRefreshProduct } from "./product-frame.tsx";
import { productFieldLabel, productFieldLabels, productValueText } from "./value-text.ts";

const { history: texts, acts } = productPageMessages;

/** Every live change of a product, with its fields old → new, and the way back (requirement CO88). */
export const ProductHistoryPage = () => (
  <ProductFrame>{(product) => <History key={product.productId} product={product} />}</ProductFrame>
);

function History({ product }: { product: MallProductDetail }) {
  const { productId, skus, revision: live } = product;
  const [search, setSearch] = useSearchParams();
  const query = useInfiniteQuery({
    queryKey: productKeys.versions(productId),
    queryFn: ({ pageParam }) => loadProductVersions(productId, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const versions = query.data?.pages.flatMap((page) => page.versions) ?? [];
  const chosen = Number(search.get("version") ?? versions[0]?.revision ?? 0);
  if (query.data !== undefined && versions.length === 0)
    return <EmptyPage title={texts.empty} text={texts.emptyText} />;
  return (
    <div className={historyCss.split}>
      <Panel title={texts.title} isLined isFlush>
        <ul className={historyCss.list} aria-label={texts.label}>
          {versions.map((version) => (
            <li key={version.revision}>
              <button
                type="button"
                aria-current={version.revision === chosen}
                onClick={() => setSearch({ version: String(version.revision) })}
              >
                <VersionLine version={version} skus={skus} isLive={version.revision === live} />
              </button>
            </li>
          ))}
        </ul>
        {query.hasNextPage && (
          <div className={utilityCss.padded}>
            <ConsoleButton
              isSmall
              onClick={() => void query.fetchNextPage()}
              isBusy={query.isFetchingNextPage}
            >
              {texts.older}
            </ConsoleButton>
          </div>
        )}
      </Panel>
      {chosen > 0 && <VersionPanel key={chosen} product={product} revision={chosen} />}
    </div>
  );
}

type VersionLineProps = { version: ProductVersion; skus: readonly MallSkuRow[]; isLive: boolean };
const VersionLine = ({ version, skus, isLive }: VersionLineProps) => (
  <>
    <span className={utilityCss.row}>
      <b>{texts.revision(version.revision)}</b>
      {isLive && <Badge tone="ok">{texts.live}</Badge>}
      <span className={utilityCss.grow} />
      <time dateTime={version.time}>{formatShort(version.time)}</time>
    </span>
    <small>
      {version.by ?? texts.doors[version.door] ?? acts.somebody} ·{" "}
      {version.fields.length === 0 ? texts.original : productFieldLabels(version.fields, skus)}
    </small>
  </>
);

function VersionPanel({ product, revision }: { product: MallProductDetail; revision: number }) {
  const { productId, revision: live } = product;
  const mayWrite = useMay("mall.product");
  const refresh = useRefreshProduct(productId);
  const [isAsking, setAsking] = useState(false);
  const query = useQuery({
    queryKey: [...productKeys.versions(productId), revision, live],
    queryFn: () => loadVersion(productId, revision),
  });
  const restore = async (): Promise<void> => {
    const done = await restoreProduct({ productId, revision, basedOn: live });
    showResult(done.outcome === "same" ? texts.nothing : texts.restored);
    await refresh();
  };
  const isSame = query.data?.restored.length === 0;
  return (
    <Panel
      title={texts.revision(revision)}
      actions={
        mayWrite &&
        revision !== live &&
        !isSame && <ConsoleButton onClick={() => setAsking(true)}>{texts.restore}</ConsoleButton>
      }
    >
      <QueryState query={query} skeleton={<div className={historyCss.skeleton} />}>
        {({ changes, restored }) => (
          <div className={utilityCss.stack}>
            <Differences title={texts.changes} changes={changes} none={texts.noChanges} skus={product.skus} />
            <Differences title={texts.compare} changes={restored} none={texts.same} skus={product.skus} />
          </div>
        )}
      </QueryState>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.restoreTitle(revision)}
        text={texts.restoreText}
        confirm={texts.restore}
        onConfirm={restore}
        onClose={() => setAsking(false)}
      />
    </Panel>
  );
}

type DifferencesProps = {
  title: string;
  changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  none: string;
  skus: readonly MallSkuRow[];
};
function Differences({ title, changes, none, skus }: DifferencesProps) {
  const { data: choices } = useProductChoices();
  return (
    <section>
      <h3 className={utilityCss.title}>{title}</h3>
      {changes.length === 0 ? (
        <p className={utilityCss.secondary}>{none}</p>
      ) : (
        <ChangeList
          changes={changes.map(({ field, before, after }) => ({
            name: field,
            label: productFieldLabel(field, skus),
            from: productValueText(field, before, choices),
            to: productValueText(field, after, choices),
          }))}
        />
      )}
    </section>
  );
}
