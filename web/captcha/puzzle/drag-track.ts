/** [dx, dy, ms] since the step before, in px of a 320 px wide picture; the first is [0, 0, ms] from showing to pressing. */
export type DragStep = [dx: number, dy: number, ms: number];
type Point = { readonly x: number; readonly y: number; readonly time: number };

/** Positions and times to a tenth; rounded before they are subtracted, so that no error adds up. */
const tenth = (value: number): number => Math.round(value * 10) / 10;
const rounded = ({ x, y, time }: Point): Point => ({ x: tenth(x), y: tenth(y), time: tenth(time) });

/** The way of one drag, from pressing to letting go. */
export class DragTrack {
  readonly steps: DragStep[];
  #last: Point;
  /** @param shown when the picture came to be seen, ms on the clock of `pressed.time` */
  constructor(pressed: Point, shown: number) {
    this.#last = rounded(pressed);
    this.steps = [[0, 0, Math.max(0, tenth(this.#last.time - tenth(shown)))]];
  }
  move(point: Point): void {
    const { x, y, time } = rounded(point);
    this.steps.push([tenth(x - this.#last.x), tenth(y - this.#last.y), tenth(time - this.#last.time)]);
    this.#last = { x, y, time };
  }
  /** ms from pressing on. */
  get duration(): number {
    return this.steps.slice(1).reduce((total, [, , ms]) => total + ms, 0);
  }
}
