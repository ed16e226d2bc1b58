import tokens from "../ui/styles/tokens.css?inline";
import tokensDark from "../ui/styles/tokens-dark.css?inline";
import base from "../ui/styles/base.css?inline";
import motion from "../ui/styles/motion.module.css?inline";
import icon from "../ui/styles/icon.module.css?inline";
import layout from "../ui/styles/layout.module.css?inline";
import text from "../ui/styles/text.module.css?inline";
import tones from "../ui/styles/tones.css?inline";
import frame from "../ui/styles/frame.module.css?inline";
import controls from "../ui/styles/controls.module.css?inline";
import content from "../ui/styles/content.module.css?inline";
import toast from "../ui/feedback/toast.module.css?inline";
import detail from "../ui/styles/detail.module.css?inline";
import card from "../activity/card/card.module.css?inline";
import home from "../activity/home/home.module.css?inline";
import listPage from "../activity/list/list-page.module.css?inline";
import frameWide from "../ui/styles/frame-wide.module.css?inline";
import appFrame from "./app-frame.js?raw";
import backFirst from "./back-first.js?raw";
import boot from "./boot.js?raw";
import firstTaps from "./first-taps.js?raw";
import knownPerson from "./known-person.js?raw";
import landing from "./landing.js?raw";
import mendNodes from "./mend-nodes.js?raw";
import pageErrors from "./page-errors.js?raw";

// Only the server writes these texts, so they are not needed in the client's script.
const isServer = import.meta.env.SSR;

/** The inline style of every page; the Content-Security-Policy lists its hash. */
export const inlineStyle = isServer
  ? [
      tokens,
      tokensDark,
      base,
      motion,
      icon,
      layout,
      text,
      tones,
      frame,
      controls,
      content,
      toast,
      detail,
      card,
      home,
      listPage,
      frameWide,
    ].join("")
  : "";
/**
 * The inline scripts of every page. The head has a single script, since each one delays the first paint;
 * scripts that may throw come last, so that the others have run.
 */
export const inlineScripts = isServer
  ? {
      head: [pageErrors, appFrame, knownPerson, firstTaps, backFirst, landing].join("\n"),
      boot: [mendNodes, boot].join("\n"),
    }
  : { head: "", boot: "" };
