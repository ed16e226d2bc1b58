import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import { isLoopbackAddress, networkPrefix } from "../network/ip-network.ts";
import { workQuotas, type WorkQuota, type WorkKind } from "./work-quota-rules.ts";
import { RATE_LIMIT_TEST_FACTOR } from "./rate-limit-rules.ts";
import { RateLimiter } from "./rate-limiter.ts";

type WorkQuotaContext = Pick<AppContext, "db" | "clock" | "config" | "log">;

/** Refuses work to a network that has used up its quota; counts like the rate limiter of calls (rate-limiter.ts). */
export class NetworkWorkQuota implements WorkQuota {
  readonly #context: WorkQuotaContext;
  readonly #limiter: RateLimiter;
  readonly #factor: number;
  readonly #running = new Map<string, number>();
  constructor(context: WorkQuotaContext) {
    this.#context = context;
    this.#limiter = new RateLimiter(context);
    this.#factor = context.config.captchaTestX === null ? 1 : RATE_LIMIT_TEST_FACTOR;
  }

  take(work: WorkKind, address: string, amount = (): number => 1): number {
    const { config } = this.#context;
    // Outside production all clients may share the machine's own address.
    if (!config.rateLimits || (!config.isProduction && isLoopbackAddress(address))) return 0;
    const limit = workQuotas[work].perMinute * this.#factor;
    return Math.ceil(this.#limiter.take(`${work} ${networkPrefix(address)}`, limit, amount()) / 1000);
  }

  begin(work: WorkKind, address: string): () => void {
    const { config } = this.#context;
    const key = `${work} ${networkPrefix(address)}`;
    const running = this.#running.get(key) ?? 0;
    if (config.rateLimits && running >= workQuotas[work].concurrent)
      throw new Refusal("tooMany", { retryAfterSeconds: 1 });
    const retryAfterSeconds = this.take(work, address);
    if (retryAfterSeconds > 0) throw new Refusal("tooMany", { retryAfterSeconds });
    this.#running.set(key, running + 1);
    return () => {
      const remaining = (this.#running.get(key) ?? 1) - 1;
      if (remaining > 0) this.#running.set(key, remaining);
      else this.#running.delete(key);
    };
  }

  close(): void {
    this.#limiter.close();
  }
}
