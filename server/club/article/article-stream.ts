import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Gauge } from "prom-client";
import { articleStreamPath, type ArticleCounts } from "#contract/club/articles.ts";
import { Refusal } from "#contract/core/errors.ts";
import { sendRefusal } from "../../http/pipeline/envelope.ts";
import {
  isGone,
  openEventStream,
  StreamPlaces,
  trackStreamClients,
} from "../../http/pipeline/event-stream.ts";
import { limitedNetwork } from "../../http/network/limited-network.ts";
import type { AppContext } from "../../core/app-context.ts";
import { runPeriodically } from "../../core/run-periodically.ts";
import type { ArticlesStore } from "./articles-store.ts";
import { articleNotFound } from "../refusals.ts";

/** Interval of the queries for changes of watched articles, ms; a change by this process triggers one at once. */
const POLL_INTERVAL = 2_000;
/** Interval of the comment line that keeps proxies from closing a silent connection, ms. */
const HEARTBEAT_INTERVAL = 15_000;
/** Delay after which a disconnected client reconnects, ms. */
const RETRY = 3_000;
/** Lifetime of a stream, ms; an open page reconnects by itself, through the same limits. */
const MAX_LIFETIME = 10 * 60_000;

export type ArticleStream = {
  /** Queries at once, because this process has changed an article. */
  refresh(): void;
  close(): void;
};
type Watcher = {
  readonly articleId: string;
  readonly out: ServerResponse;
  /** The last version that was sent. */
  version: number;
  /** End of the stream, ms by the server's clock. */
  readonly until: number;
};
type StreamRequest = FastifyRequest<{ Querystring: { articleId?: string; version?: string } }>;

const numberOf = (text: unknown): number =>
  typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : -1;

const sendCounts = (watcher: Watcher, { likes, comments, version }: ArticleCounts): void => {
  watcher.version = version;
  const data = JSON.stringify({ likes, comments, version });
  watcher.out.write(`event: pulse\nid: ${version}\ndata: ${data}\n\n`);
};

/** The streams of this process; each receives the counters when the version of its article changes. */
function createWatchers(context: AppContext, app: FastifyInstance, articles: ArticlesStore) {
  const { watchers, add } = trackStreamClients<Watcher>(app);
  async function poll(): Promise<void> {
    for (const watcher of watchers) {
      if (context.clock.now() < watcher.until) continue;
      watcher.out.end();
      watchers.delete(watcher);
    }
    if (watchers.size === 0) return;
    const polled = [...watchers];
    const found = await articles.findCounts([...new Set(polled.map(({ articleId }) => articleId))]);
    const byId = new Map(found.map((counts) => [counts.article_id, counts]));
    for (const watcher of polled) {
      const counts = byId.get(watcher.articleId);
      if (counts && counts.version !== watcher.version) sendCounts(watcher, counts);
      if (counts) continue;
      watcher.out.end("event: gone\ndata: {}\n\n");
      watchers.delete(watcher);
    }
  }
  let isRunning = false;
  let isRequested = false;
  /** Runs one query at a time; requests during a query share the next one. */
  async function refresh(): Promise<void> {
    isRequested = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isRequested) {
        isRequested = false;
        await poll();
      }
    } catch (error) {
      context.log.warn({ err: error }, "club event stream update failed");
    } finally {
      isRunning = false;
    }
  }
  return { watchers, add, refresh };
}

function openStream(request: StreamRequest, reply: FastifyReply, until: number): Watcher {
  // Takes the client's last version, so that a reconnecting client receives what it has missed.
  const out = openEventStream(reply, RETRY);
  const { articleId = "", version } = request.query;
  const last = Math.max(numberOf(request.headers["last-event-id"]), numberOf(version));
  return { articleId, out, version: last, until };
}

/**
 * The event stream of an article's likes and comments (contract/club/articles.ts). Each process queries all articles
 * that are watched there by one statement, so that it does not matter which process wrote a change. The stream uses
 * no session, which could end during it; it contains only counters that any visitor may read.
 */
export function createArticleStream(
  context: AppContext,
  app: FastifyInstance,
  prefix: string,
  articles: ArticlesStore,
): ArticleStream {
  const { watchers, add, refresh } = createWatchers(context, app, articles);
  const places = new StreamPlaces();
  new Gauge({
    name: "event_streams_open",
    help: "Open event streams of this process",
    registers: [context.metrics],
    collect() {
      this.set(places.taken);
    },
  });
  const sendHeartbeat = (): Promise<void> => {
    for (const { out } of watchers) out.write(": \n\n");
    return Promise.resolve();
  };
  const tasks = [
    runPeriodically(POLL_INTERVAL, refresh, context.log),
    runPeriodically(HEARTBEAT_INTERVAL, sendHeartbeat, context.log),
  ];
  const config = { countedAs: "lookup" } as const;
  app.get(prefix + articleStreamPath, { config }, async (request: StreamRequest, reply) => {
    const { articleId = "" } = request.query;
    // Taken before the query, since streams that are opened at once would all find a free place after it.
    if (!places.take(limitedNetwork(request.ip, context.config), reply.raw))
      return sendRefusal(reply, new Refusal("tooMany"));
    const known = /^\d{1,19}$/.test(articleId) ? await articles.findCounts([articleId]) : [];
    if (known.length === 0) return sendRefusal(reply, articleNotFound());
    if (isGone(reply.raw)) return reply.hijack();
    const watcher = openStream(request, reply, context.clock.now() + MAX_LIFETIME);
    add(watcher);
    void refresh();
    return reply;
  });
  return {
    refresh: () => void refresh(),
    close: () => {
      for (const task of tasks) task.stop();
    },
  };
}
