import { applyJoinGroup, listGroups } from "#contract/club/club.ts";
import { contractClient } from "./contract-client.ts";
import { newPerson, type LoggedInPerson } from "./people.ts";
import { simulator } from "./simulator.ts";

/**
 * Returns the id of a group that every verified owner may join.
 * @param places number of free places that the test needs
 * @throws Error if there is none
 */
export async function findOpenGroup(origin: string, places = 1): Promise<string> {
  const { list } = await contractClient(origin)(listGroups, { pageSize: 50 });
  const group = list.find(
    ({ joinMode, seriesCodes, members, places: total }) =>
      joinMode === "open" && seriesCodes.length === 0 && members + places <= total,
  );
  if (!group) throw new Error("the demo brand has no group that every owner may join");
  return group.groupId;
}

/** Creates a verified owner who has joined the group. */
export async function newGroupMember(origin: string, groupId: string): Promise<LoggedInPerson> {
  const person = await newPerson(origin);
  await simulator(origin).ownsCar(person.mobile, []);
  await contractClient(origin, { token: person.token })(applyJoinGroup, { groupId });
  return person;
}
