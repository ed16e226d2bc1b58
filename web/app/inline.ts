import css from "./app.css?inline";
import appFrame from "./app-frame.js?raw";
import backFirst from "./back-first.js?raw";
import boot from "./boot.js?raw";
import firstTaps from "./first-taps.js?raw";
import knownPerson from "./known-person.js?raw";
import landing from "./landing.js?raw";

// Only the server writes these texts; in the client's script they would be dead weight.
const isServer = import.meta.env.SSR;

/** Everything that stands inline in a page; the Content-Security-Policy lists exactly these. */
export const inlineStyle = isServer ? css : "";
/** One in the head: each of its own costs the first paint. What may throw stands last, so that the others have run. */
export const inlineScripts = isServer
  ? { head: [appFrame, knownPerson, firstTaps, backFirst, landing].join("\n"), boot }
  : { head: "", boot: "" };
