/** Sums of texts that some migrations had when they were first shipped: what was applied then needs nothing more. */

/**
 * Each was changed in its words, or in how it comes to the same tables: a path or a sentence in a comment (0008, 0025), a check that was made
 * valid at once (0029), tables that were analyzed although they were empty (0141), a notification that a cluster does not send any more
 * (0184, whose function 0330 writes again), rows that 0222 refuses where one was left (0221).
 */
const EARLIER: Readonly<Record<string, readonly string[]>> = {
  '0008_url_keys.sql': ['bf34640b918ebcddb3f42fc748122b8ed0ee50b5435b8565114a3a3bc059a082'],
  '0025_database_identity.sql': ['79914b6ce8cc05edbada8a6ace340016baf145677c644ab1a9b1cd00044f06b8'],
  '0029_who_people_are.sql': ['23832103c7944f56c2bb7c24466e1e9034609136346792f52e21b392feef5aaf'],
  '0141_of_one_account.sql': ['b9ff3b09495c8d47575c5753774c8d12e0fe65bdf6746850d05766910d1f20d0'],
  '0184_deliveries_one_by_one.sql': ['9f6c6107b76ac47fca7f3357741286c54a775f56482fa9b363fa3ebdd2619256'],
  '0221_attempts_prepared_before.sql': ['7bd0820739043200306428e3c26a701cf6a50ad452298a6792548b05adebc0e1'],
}

/** Whether what was applied with this sum is the file, as it is or as it once was. */
export const isSumOf = ({ name, sha256 }: { name: string; sha256: string }, applied: string): boolean =>
  applied === sha256 || (EARLIER[name]?.includes(applied) ?? false)
