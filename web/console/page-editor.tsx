import { Blocks } from "../blocks/blocks.tsx";
import { composeMessages } from "../compose/messages.ts";
import type { RenderBlocks } from "../compose/editor/editor.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { ActivityPagePage } from "./activity/page/page-page.tsx";

/** The blocks as visitors see them; nothing in them can be pressed. */
const showBlocks: RenderBlocks = (blocks, times) => (
  <div inert>
    <Blocks
      activity={{ ...times, blocks: [...blocks] }}
      form={<Notice>{composeMessages.slots.form}</Notice>}
      coupons={<Notice>{composeMessages.slots.coupons}</Notice>}
    />
  </div>
);

/** 页面: the composer with the blocks of another feature. */
export const PageEditor = () => <ActivityPagePage showBlocks={showBlocks} />;
