import css from "./app.css?inline";
import appFrame from "./app-frame.js?raw";
import backFirst from "./back-first.js?raw";
import boot from "./boot.js?raw";
import firstTaps from "./first-taps.js?raw";
import knownPerson from "./known-person.js?raw";
import landing from "./landing.js?raw";

// Only the server writes these texts, so they are not needed in the client's script.
const isServer = import.meta.env.SSR;

/** The inline style of every page; the Content-Security-Policy lists its hash. */
export const inlineStyle = isServer ? css : "";
/**
 * The inline scripts of every page. The head has a single script, since each one delays the first paint;
 * scripts that may throw come last, so that the others have run.
 */
export const inlineScripts = isServer
  ? { head: [appFrame, knownPerson, firstTaps, backFirst, landing].join("\n"), boot }
  : { head: "", boot: "" };
