import type { Page } from "playwright-core";

/** Stores a favourite in the browser's database, as the detail page does. */
export const storeFavourite = (page: Page, favourite: Record<string, string>): Promise<void> =>
  page.evaluate(async (value) => {
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("marketing_activity");
      request.onsuccess = () => resolve(request.result);
    });
    await new Promise((resolve) => {
      const writing = opened.transaction("favorites", "readwrite");
      writing.oncomplete = resolve;
      writing.objectStore("favorites").put({ key: value["activityId"], value, created_time: Date.now() });
    });
    opened.close();
  }, favourite);
