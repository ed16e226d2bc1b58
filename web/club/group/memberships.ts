import type { Group, MembershipStatus } from "#contract/club/shapes.ts";

/** How the person stands with a group, as last heard. */
export type Membership = { readonly standing: MembershipStatus; readonly members: number };

/** Standings with groups, the same on all screens. */
export class Memberships {
  readonly #known = new Map<string, Membership>();
  readonly #listeners = new Set<() => void>();
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly read = (groupId: string): Membership | null => this.#known.get(groupId) ?? null;
  set(groupId: string, standing: Membership): void {
    this.#known.set(groupId, standing);
    for (const listener of this.#listeners) listener();
  }
  learn(groups: readonly Group[]): void {
    for (const { groupId, standing, members } of groups) this.#known.set(groupId, { standing, members });
    for (const listener of this.#listeners) listener();
  }
  forget(): void {
    this.learn([]);
    this.#known.clear();
  }
}
