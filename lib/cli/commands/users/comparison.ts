/** Users of a file, compared with those that a stack holds: by id and digest, so that no value is kept or shown. */

import { createHash } from "node:crypto";
import { InvalidRecordError, type User } from "../../../users/user-item.ts";
import type { UserStore } from "../../../users/users.ts";
import type { LookAlikes } from "../../core/user-ids.ts";

/** Ids by what an import would do with them; those that are stored and not in the file stay as they are. */
interface Comparison {
  same: number;
  new: string[];
  changed: string[];
  notInFile: string[];
  /** Stored ids that are not in the file, and that a reader cannot tell from one that is. */
  lookAlikes: { stored: string; inFile: string }[];
}

export class UserComparison {
  readonly #digests = new Map<string, string>();

  /** Takes a user of the file. */
  add(user: User): void {
    this.#digests.set(user.userId, digestOf(user));
  }

  /** Reads the whole table. @param userIds of the file */
  async with(store: UserStore, userIds: LookAlikes): Promise<Comparison> {
    const unseen = new Map(this.#digests);
    const compared: Comparison = { same: 0, new: [], changed: [], notInFile: [], lookAlikes: [] };
    for await (const user of store.all()) {
      const id = user.userId ?? "";
      const digest = unseen.get(id);
      if (digest === undefined) {
        compared.notInFile.push(id);
        const inFile = userIds.otherThan(id);
        if (inFile !== undefined) compared.lookAlikes.push({ stored: id, inFile });
      } else if (user instanceof InvalidRecordError || digestOf(user) !== digest) compared.changed.push(id);
      else compared.same++;
      unseen.delete(id);
    }
    return { ...compared, new: [...unseen.keys()] };
  }
}

/** Records come out of their schema with their fields in one order. */
function digestOf({ record, projects }: User): string {
  const limits = projects === undefined ? null : [...new Set(projects)].sort((a, b) => a - b);
  return createHash("sha256")
    .update(JSON.stringify([record, limits]))
    .digest("base64url");
}
