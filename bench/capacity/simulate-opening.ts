/** Service times of one core, ms, and limits of one process (docs/capacity.md names their sources). */
export const serviceTimes = {
  /** A call that is refused before the database is asked: 633 without a pass, or sold out. */
  refusedCall: 0.07,
  /** A sign-up with its pass, in the server. */
  signUp: 0.2,
  /** Issuing a puzzle without its picture, and checking a solved one. */
  puzzleCalls: 0.5,
  /** Drawing a puzzle, on a core beside that of the event loop. */
  puzzle: 26,
  /** A sign-up in the database, within a batch of its activity. */
  databaseRow: 0.06,
  /** Commit of a batch, durable on a second machine. */
  commit: 4,
} as const;
const processLimits = {
  connections: 20_000,
  puzzlesWaiting: 300,
  puzzleWait: 15_000,
  inputsWaiting: 5_000,
  batch: 500,
} as const;

export type Opening = {
  readonly people: number;
  readonly seats: number;
  /** Server processes with two cores each: one for the event loop, one for drawing. */
  readonly processes: number;
  /** Whether people have solved the slider while they waited. */
  readonly isSolvedBefore: boolean;
};
export type OpeningResult = {
  readonly seated: number;
  readonly full: number;
  /** People who gave up after MAX_PRESSES. */
  readonly gone: number;
  /** Times after the opening, s. */
  readonly lastSeat: number;
  readonly answered: { readonly half: number; readonly most: number };
  readonly pressesPerPerson: number;
  readonly busyRefusals: number;
  readonly peakCalls: number;
  /** Share of the row lock's time that is used until the last seat. */
  readonly databaseShare: number;
};

/** Length of a step, ms. */
const STEP = 20;
/** Presses after which a person gives up. */
const MAX_PRESSES = 12;
/** People's times, ms: medians and spreads of lognormal distributions. */
const human = { reaction: [2_500, 0.8], solving: [4_000, 0.4], again: [3_000, 0.6] } as const;
/** Duration after which a simulation ends, ms. */
const END = 3_600_000;

/** Numbers of a seed, so that every run prints the same table. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
  };
}
/** First-in-first-out queue of people, with the step at which each came. */
class PeopleQueue {
  #people: number[] = [];
  #steps: number[] = [];
  #head = 0;
  get length(): number {
    return this.#people.length - this.#head;
  }
  get oldest(): number {
    return this.#steps[this.#head] ?? Number.POSITIVE_INFINITY;
  }
  add(person: number, step: number): void {
    this.#people.push(person);
    this.#steps.push(step);
  }
  take(): number {
    const person = this.#people[this.#head++] ?? -1;
    if (this.#head > 65_536 && this.#head * 2 > this.#people.length) {
      this.#people = this.#people.slice(this.#head);
      this.#steps = this.#steps.slice(this.#head);
      this.#head = 0;
    }
    return person;
  }
}

/** The crowd, the servers and the row lock of the activity, in steps of 20 ms. */
class Simulation {
  readonly #opening: Opening;
  readonly #random = randomFrom(20_261_127);
  /** People who press, and people who have solved their puzzle, by step. */
  readonly #pressing: (number[] | undefined)[] = [];
  readonly #solved: (number[] | undefined)[] = [];
  readonly #calls = new PeopleQueue();
  readonly #drawing = new PeopleQueue();
  readonly #writing = new PeopleQueue();
  readonly #hasPass: Uint8Array;
  readonly #presses: Uint8Array;
  readonly #answeredAt: number[] = [];
  #step = 0;
  #drawDebt = 0;
  #lockFreeAt = 0;
  #lockTime = 0;
  #lockTimeToLastSeat = 0;
  #seated = 0;
  #full = 0;
  #gone = 0;
  #busy = 0;
  #lastSeat = 0;
  readonly #callsOfSecond: (number | undefined)[] = [];

  constructor(opening: Opening) {
    this.#opening = opening;
    this.#hasPass = new Uint8Array(opening.people).fill(opening.isSolvedBefore ? 1 : 0);
    this.#presses = new Uint8Array(opening.people);
    for (let person = 0; person < opening.people; person++)
      this.#later(this.#pressing, person, human.reaction);
  }
  #later(
    when: (number[] | undefined)[],
    person: number,
    [middle, spread]: readonly [middle: number, spread: number],
  ): void {
    const normal = Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random());
    const step = this.#step + 1 + Math.round((middle * Math.exp(spread * normal)) / STEP);
    (when[step] ??= []).push(person);
  }
  /** Refused (503) or without a connection: the person presses again, or gives up. */
  #refuseBusy(person: number): void {
    this.#busy++;
    if ((this.#presses[person] ?? 0) >= MAX_PRESSES) this.#gone++;
    else this.#later(this.#pressing, person, human.again);
  }
  #finish(): void {
    this.#answeredAt.push(this.#step * STEP);
  }
  /** A process that has all the connections it takes accepts no further ones. */
  #call(person: number): void {
    if (this.#calls.length >= this.#opening.processes * processLimits.connections) this.#refuseBusy(person);
    else this.#calls.add(person, this.#step);
  }
  #arrive(): void {
    for (const person of this.#pressing[this.#step] ?? []) {
      this.#presses[person] = (this.#presses[person] ?? 0) + 1;
      this.#call(person);
    }
    for (const person of this.#solved[this.#step] ?? []) {
      this.#hasPass[person] = 1;
      this.#call(person);
    }
    this.#pressing[this.#step] = undefined;
    this.#solved[this.#step] = undefined;
  }
  /** Event loops: calls are answered in their order while there is processor time. */
  #answerCalls(): void {
    const { processes, seats } = this.#opening;
    const second = Math.floor((this.#step * STEP) / 1_000);
    for (let time = processes * STEP; time > 0 && this.#calls.length > 0;) {
      const person = this.#calls.take();
      this.#callsOfSecond[second] = (this.#callsOfSecond[second] ?? 0) + 1;
      if (this.#seated >= seats) {
        time -= serviceTimes.refusedCall;
        this.#full++;
        this.#finish();
      } else if (this.#hasPass[person] === 1) {
        time -= serviceTimes.signUp;
        if (this.#writing.length < processes * processLimits.inputsWaiting)
          this.#writing.add(person, this.#step);
        else this.#refuseBusy(person);
      } else {
        time -= serviceTimes.refusedCall + serviceTimes.puzzleCalls;
        if (this.#drawing.length < processes * processLimits.puzzlesWaiting)
          this.#drawing.add(person, this.#step);
        else this.#refuseBusy(person);
      }
    }
  }
  #drawPuzzles(): void {
    const { processes } = this.#opening;
    this.#drawDebt = Math.max(0, this.#drawDebt - processes * STEP);
    while (this.#drawing.length > 0 && this.#drawDebt < processes * STEP) {
      const isLate = (this.#step - this.#drawing.oldest) * STEP > processLimits.puzzleWait;
      const person = this.#drawing.take();
      if (isLate) this.#refuseBusy(person);
      else {
        this.#drawDebt += serviceTimes.puzzle;
        this.#later(this.#solved, person, human.solving);
      }
    }
  }
  /** Batches of all processes follow each other, because each holds the row of the activity until its commit. */
  #writeBatches(): void {
    const { processes, seats } = this.#opening;
    const now = this.#step * STEP;
    this.#lockFreeAt = Math.max(this.#lockFreeAt, now);
    while (this.#writing.length > 0 && this.#lockFreeAt < now + STEP) {
      const size = Math.min(processLimits.batch, Math.ceil(this.#writing.length / processes));
      const duration = serviceTimes.commit + size * serviceTimes.databaseRow;
      this.#lockFreeAt += duration;
      this.#lockTime += duration;
      for (let at = 0; at < size; at++) {
        this.#writing.take();
        this.#finish();
        if (this.#seated < seats) {
          this.#seated++;
          this.#lastSeat = this.#lockFreeAt;
          this.#lockTimeToLastSeat = this.#lockTime;
        } else this.#full++;
      }
    }
  }
  run(): OpeningResult {
    const { people } = this.#opening;
    for (; this.#seated + this.#full + this.#gone < people && this.#step * STEP < END; this.#step++) {
      this.#arrive();
      this.#answerCalls();
      this.#drawPuzzles();
      this.#writeBatches();
    }
    const answeredBy = (share: number): number =>
      (this.#answeredAt[Math.ceil(people * share) - 1] ?? Number.POSITIVE_INFINITY) / 1_000;
    return {
      seated: this.#seated,
      full: this.#full,
      gone: this.#gone,
      lastSeat: this.#lastSeat / 1_000,
      answered: { half: answeredBy(0.5), most: answeredBy(0.99) },
      pressesPerPerson: this.#presses.reduce((sum, presses) => sum + presses, 0) / people,
      busyRefusals: this.#busy,
      peakCalls: Math.max(...[...this.#callsOfSecond].map((calls) => calls ?? 0)),
      databaseShare: this.#lockTimeToLastSeat / Math.max(1, this.#lastSeat),
    };
  }
}

/**
 * Simulates an opening: everybody presses when it opens, is asked for the slider (633), solves it and is written by the batch
 * writer; who is refused as busy presses again, and is answered "full" from memory when the seats are taken.
 */
export const simulateOpening = (opening: Opening): OpeningResult => new Simulation(opening).run();
