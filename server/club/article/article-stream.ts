import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { articleStreamPath, type ArticleCounts } from "#contract/club/articles.ts";
import { Refusal } from "#contract/core/errors.ts";
import { sendRefusal } from "../../http/pipeline/envelope.ts";
import { trackStreamClients, openEventStream } from "../../http/pipeline/event-stream.ts";
import { networkPrefix } from "../../http/network/ip-network.ts";
import type { AppContext } from "../../core/app-context.ts";
import { runPeriodically } from "../../core/run-periodically.ts";
import type { ArticlesStore } from "./articles-store.ts";
import { clubMessages } from "../messages.ts";

/** How often the articles that somebody watches are asked after, ms; what this process does is told at once. */
const ROUND = 2_000;
/** A line for proxies that end what is silent, ms. */
const HEARTBEAT = 15_000;
/** ms */
const RETRY = 3_000;
/** ms; whoever still looks then comes back by itself, through the same door. */
const LIFE = 10 * 60_000;
/** Streams of a process, and of a network. */
const MOST = 2_000;
const MOST_OF_ONE = 20;

export type ArticleStream = {
  /** Something has changed here: asks at once. */
  look(): void;
  close(): void;
};
type Watcher = {
  readonly articleId: string;
  readonly network: string;
  readonly out: ServerResponse;
  version: number;
  /** When it ends, ms by the server's clock. */
  readonly until: number;
};
type StreamRequest = FastifyRequest<{ Querystring: { articleId?: string; version?: string } }>;

const numberOf = (text: unknown): number =>
  typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : -1;

const sendPulse = (watcher: Watcher, { likes, comments, version }: ArticleCounts): void => {
  watcher.version = version;
  const data = JSON.stringify({ likes, comments, version });
  watcher.out.write(`event: pulse\nid: ${version}\ndata: ${data}\n\n`);
};

/** Whoever watches an article in this process, told when its version is another than the last they know of. */
function createWatch(context: AppContext, app: FastifyInstance, articles: ArticlesStore) {
  const { watchers, add } = trackStreamClients<Watcher>(app);
  async function round(): Promise<void> {
    for (const watcher of watchers) {
      if (context.clock.now() < watcher.until) continue;
      watcher.out.end();
      watchers.delete(watcher);
    }
    if (watchers.size === 0) return;
    const asked = [...watchers];
    const pulses = await articles.pulses([...new Set(asked.map(({ articleId }) => articleId))]);
    const byId = new Map(pulses.map((pulse) => [pulse.article_id, pulse]));
    for (const watcher of asked) {
      const pulse = byId.get(watcher.articleId);
      if (pulse && pulse.version !== watcher.version) sendPulse(watcher, pulse);
      if (pulse) continue;
      watcher.out.end("event: gone\ndata: {}\n\n");
      watchers.delete(watcher);
    }
  }
  let isGoing = false;
  let isAgain = false;
  /** One round at a time; what comes meanwhile is seen by one more. */
  async function look(): Promise<void> {
    isAgain = true;
    if (isGoing) return;
    isGoing = true;
    try {
      while (isAgain) {
        isAgain = false;
        await round();
      }
    } catch (error) {
      context.log.warn({ err: error }, "a round of the club's stream failed");
    } finally {
      isGoing = false;
    }
  }
  return { watchers, add, look };
}

function openStream(request: StreamRequest, reply: FastifyReply, until: number): Watcher {
  // Whoever comes back is told what was missed by the version that is not known yet.
  const out = openEventStream(reply, RETRY);
  const { articleId = "", version } = request.query;
  const last = Math.max(numberOf(request.headers["last-event-id"]), numberOf(version));
  return { articleId, network: networkPrefix(request.ip), out, version: last, until };
}

/**
 * The stream of an article's likes and comments (contract/club/articles.ts). Every process asks the
 * table for all articles that are watched there, by one statement a round, so that it does not matter
 * where something was written. It takes no session, so that none can end under it: all it tells is what
 * any visitor is told.
 */
export function createArticleStream(
  context: AppContext,
  app: FastifyInstance,
  prefix: string,
  articles: ArticlesStore,
): ArticleStream {
  const { watchers, add, look } = createWatch(context, app, articles);
  const beat = (): Promise<void> => {
    for (const { out } of watchers) out.write(": \n\n");
    return Promise.resolve();
  };
  const runs = [runPeriodically(ROUND, look, context.log), runPeriodically(HEARTBEAT, beat, context.log)];
  app.get(prefix + articleStreamPath, async (request: StreamRequest, reply) => {
    const { articleId = "" } = request.query;
    const asking = networkPrefix(request.ip);
    const own = [...watchers].filter(({ network }) => network === asking).length;
    const isFull = watchers.size >= MOST || (context.config.rateLimits && own >= MOST_OF_ONE);
    if (isFull) return sendRefusal(reply, new Refusal("tooMany"));
    const known = /^\d{1,19}$/.test(articleId) ? await articles.pulses([articleId]) : [];
    if (known.length === 0)
      return sendRefusal(reply, new Refusal("notFound", { message: clubMessages.noArticle }));
    const watcher = openStream(request, reply, context.clock.now() + LIFE);
    add(watcher);
    void look();
    return reply;
  });
  return {
    look: () => void look(),
    close: () => {
      for (const run of runs) run.stop();
    },
  };
}
