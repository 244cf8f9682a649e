/** Files of messages in conversations without the app: Slack answers that there is no such file. */
import { WebAPIPlatformError, type WebClient } from '@slack/web-api'
import type { UnseenFile } from '../../core/lib/errors.js'
import { settlesWithin } from '../../core/lib/timeout.js'
import type { FileOrigin } from '../../core/sources/review/model.js'

/** Slack's error for a file that the app cannot see, and for one that is gone. */
export const NOT_FOUND = 'file_not_found'

export const ruleOf = (from: FileOrigin): UnseenFile => RULES[from]
const RULES = { message: 'file_unseen', dm: 'file_unseen_dm' } satisfies Record<FileOrigin, UnseenFile>

/**
 * Says why a file cannot be read: only in a conversation that the app can join does it help to try again.
 * @param what as plain text: “shelf.png”
 * @param it how the sentence continues: `them` for several
 */
export const unseenText = (rule: UnseenFile, what: string, it: 'it' | 'them' = 'it'): string => TEXT[rule](what, it)
const TEXT = {
  file_unseen: (what, it) =>
    `Pinslot isn’t in that conversation, so it can’t see ${what}. Type /invite @Pinslot there and try again. Or save ${it === 'it' ? 'the file' : 'the files'} and add ${it} here.`,
  file_unseen_dm: (what, it) => `Pinslot can’t see files of direct messages. Save ${what} and add ${it} here.`,
} satisfies Record<UnseenFile, (what: string, it: 'it' | 'them') => string>

/** Finds out which files Slack shows to the app; files without an answer in time are in neither set. Real time. */
export async function lookUp(
  client: WebClient,
  files: readonly { id: string }[],
  timeoutMs: number,
): Promise<{ seen: ReadonlySet<string>; unseen: ReadonlySet<string> }> {
  const [seen, unseen] = [new Set<string>(), new Set<string>()]
  const asking = files.map(async ({ id }) => {
    try {
      await client.files.info({ file: id })
      seen.add(id)
    } catch (error) {
      if (error instanceof WebAPIPlatformError && error.data.error === NOT_FOUND) unseen.add(id)
    }
  })
  await settlesWithin(Promise.all(asking), timeoutMs)
  return { seen: new Set(seen), unseen: new Set(unseen) }
}
