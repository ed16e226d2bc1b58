import "./blocks.module.css";
import { Fragment, type ReactNode } from "react";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { PageBlock } from "#contract/blocks/blocks.ts";
import { CountdownBlock } from "./countdown-block.tsx";
import { GalleryBlock } from "./gallery-block.tsx";
import { MapBlock } from "./map-block.tsx";
import { TitledCard } from "./titled-card.tsx";
import { AgendaBlock, FaqBlock, HeroBlock, PeopleBlock, TextBlock } from "./text-blocks.tsx";
import { VideoBlock } from "./video-block.tsx";

export type BlocksProps = {
  activity: Pick<ActivityDetail, "blocks" | "startTime" | "endTime" | "serverTime">;
  /** Form for a form block. */
  form: ReactNode;
  /** The activity's coupons, for a coupon block. */
  coupons: ReactNode;
};

function renderBlock(block: PageBlock, { activity, form, coupons }: BlocksProps): ReactNode {
  switch (block.kind) {
    case "hero":
      return <HeroBlock block={block} />;
    case "text":
      return <TextBlock block={block} />;
    case "gallery":
      return <GalleryBlock block={block} />;
    case "agenda":
      return <AgendaBlock block={block} />;
    case "video":
      return <VideoBlock block={block} />;
    case "form":
      return <TitledCard {...block}>{form}</TitledCard>;
    case "coupon":
      return <TitledCard {...block}>{coupons}</TitledCard>;
    case "map":
      return <MapBlock block={block} />;
    case "faq":
      return <FaqBlock block={block} />;
    case "countdown":
      return <CountdownBlock block={block} activity={activity} />;
    case "people":
      return <PeopleBlock block={block} />;
  }
}

/**
 * Blocks that an operator composed, in order. All are rendered on the server; a block that opens, plays or
 * counts loads its script on first use.
 */
export const Blocks = (props: BlocksProps) =>
  props.activity.blocks.map((block, at) => (
    // The index is a stable key because blocks are never reordered while displayed.
    <Fragment key={`${at} ${block.kind}`}>{renderBlock(block, props)}</Fragment>
  ));
