import { layOut } from "../app-frame.ts";
import { callNative } from "./call-native.ts";

let statusBar: number | null = null;
let hasTitleBar = false;
let isWatching = false;
let newest = 0;

const show = (): void => {
  if (statusBar !== null) layOut({ statusBar, hasTitleBar });
};
async function askStatusBar(): Promise<void> {
  try {
    statusBar = (await callNative("getStatusBarHeight", {})).height;
    show();
  } catch {
    // The system's own insets stay, and what an earlier visit was told.
  }
}
/** A turned phone has another status bar. */
function watchTurns(): void {
  if (isWatching) return;
  isWatching = true;
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    void askStatusBar();
  });
}
async function askTitleBar(isWanted: boolean, title: string): Promise<void> {
  const mine = ++newest;
  try {
    const answer = await callNative("showTitleBar", { show: isWanted, title });
    if (mine !== newest) return;
    hasTitleBar = answer?.shown ?? isWanted;
    show();
  } catch {
    // An app that cannot: whatever it draws stays, and our own bar too.
  }
}

/**
 * Tells the app about the page on show (requirements R11, R12): its title, and whether the app's
 * own title bar is wanted over it. Asks for the status bar, once.
 */
export async function tellPage({ needsTitleBar }: { needsTitleBar: boolean }): Promise<void> {
  watchTurns();
  const asked = statusBar === null ? askStatusBar() : undefined;
  await Promise.all([asked, askTitleBar(needsTitleBar, document.title)]);
}
