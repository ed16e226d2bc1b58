import { Refusal } from "#contract/errors.ts";
import type { Kit } from "../kit.ts";
import { isLoopback, networkOf } from "./network.ts";
import { workLimits, type Admitting, type Work } from "./admission-rules.ts";
import { TEST_FACTOR } from "./pace-rules.ts";
import { Pace } from "./pace.ts";

type AdmissionKit = Pick<Kit, "db" | "clock" | "config" | "log">;

/** Refuses work to a network that has had too much of it; counted as calls are (pace.ts). */
export class Admission implements Admitting {
  readonly #kit: AdmissionKit;
  readonly #pace: Pace;
  readonly #factor: number;
  readonly #running = new Map<string, number>();
  constructor(kit: AdmissionKit) {
    this.#kit = kit;
    this.#pace = new Pace(kit);
    this.#factor = kit.config.captchaTestX === null ? 1 : TEST_FACTOR;
  }

  wait(work: Work, address: string, amount = (): number => 1): number {
    const { config } = this.#kit;
    // Outside production everybody sits on the machine's own address.
    if (!config.rateLimits || (!config.isProduction && isLoopback(address))) return 0;
    const most = workLimits[work].aMinute * this.#factor;
    return Math.ceil(this.#pace.take(`${work} ${networkOf(address)}`, most, amount()) / 1000);
  }

  begin(work: Work, address: string): () => void {
    const { config } = this.#kit;
    const key = `${work} ${networkOf(address)}`;
    const running = this.#running.get(key) ?? 0;
    if (config.rateLimits && running >= workLimits[work].atOnce)
      throw new Refusal("tooMany", { retryAfterSeconds: 1 });
    const wait = this.wait(work, address);
    if (wait > 0) throw new Refusal("tooMany", { retryAfterSeconds: wait });
    this.#running.set(key, running + 1);
    return () => {
      const left = (this.#running.get(key) ?? 1) - 1;
      if (left > 0) this.#running.set(key, left);
      else this.#running.delete(key);
    };
  }

  close(): void {
    this.#pace.close();
  }
}
