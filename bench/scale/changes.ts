import { setTimeout } from "node:timers/promises";
import pg from "pg";

/** Connections that write changes. */
const WRITERS = 4;

export type RunningChanges = {
  /** Begins a transaction that stays open, and has written, until the end. */
  holdTransaction(): Promise<void>;
  end(): Promise<void>;
};
/** Writes changes as triggers do, each in a transaction of its own. @param rate a second */
export async function changeContent(url: string, rate: number): Promise<RunningChanges> {
  const clients = await Promise.all(
    Array.from({ length: WRITERS + 1 }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const [holder, ...writers] = clients;
  let isOver = false;
  const began = performance.now();
  let written = 0;
  const write = async (client: pg.Client): Promise<void> => {
    while (!isOver) {
      const due = began + (written++ / rate) * 1_000;
      await setTimeout(Math.max(0, due - performance.now()));
      await client.query("insert into content_change (topic) values ('seats 71')");
    }
  };
  const writing = Promise.all(writers.map(write));
  return {
    async holdTransaction() {
      await holder?.query("begin");
      await holder?.query("insert into content_change (topic) values ('seats 72')");
    },
    async end() {
      isOver = true;
      await writing;
      for (const client of clients) await client.end();
    },
  };
}
