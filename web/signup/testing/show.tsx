import "../../ui/styles/test-base-styles.ts";
import * as frameCss from "../../ui/styles/frame.module.css";
import "../../ui/styles/controls.module.css";
import "../../ui/styles/content.module.css";
import "../register/sign-up.module.css";
import type { ReactNode } from "react";
import { show as showPart } from "../../ui/testing/show.tsx";

/** Renders a part of a sign-up page with its styles. */
export const show = (content: ReactNode): void => showPart(content, `${frameCss.page} ${frameCss.withBar}`);
