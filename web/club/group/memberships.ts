import type { Group, MembershipStatus } from "#contract/club/shapes.ts";

/** Latest known relation of the viewer to a group, with its number of members. */
export type Membership = { readonly standing: MembershipStatus; readonly members: number };

/** Memberships by group, shared by all screens. */
export class Memberships {
  readonly #known = new Map<string, Membership>();
  readonly #listeners = new Set<() => void>();
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly read = (groupId: string): Membership | null => this.#known.get(groupId) ?? null;
  set(groupId: string, membership: Membership): void {
    this.#known.set(groupId, membership);
    for (const listener of this.#listeners) listener();
  }
  /** Applies the server's state of groups. */
  receive(groups: readonly Group[]): void {
    for (const { groupId, standing, members } of groups) this.#known.set(groupId, { standing, members });
    for (const listener of this.#listeners) listener();
  }
  clear(): void {
    this.receive([]);
    this.#known.clear();
  }
}
