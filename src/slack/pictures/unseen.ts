/** A file of a message in a conversation that the app is not in: Slack tells the app that there is no such file. */
import { WebAPIPlatformError, type WebClient } from '@slack/web-api'
import type { UnseenFile } from '../../core/lib/errors.js'
import { settlesWithin } from '../../core/lib/timeout.js'
import type { FileOrigin } from '../../core/sources/review/model.js'

/** Slack's word for a file that the app does not see, and for one that is gone. */
export const NOT_FOUND = 'file_not_found'

export const ruleOf = (from: FileOrigin): UnseenFile => RULES[from]
const RULES = { message: 'file_unseen', dm: 'file_unseen_dm' } satisfies Record<FileOrigin, UnseenFile>

/** Where the app can be invited, trying again helps after that. @param what as plain text: “shelf.png” @param it how it goes on: `them`, of several */
export const unseenText = (rule: UnseenFile, what: string, it: 'it' | 'them' = 'it'): string => TEXT[rule](what, it)
const TEXT = {
  file_unseen: (what, it) =>
    `Pinslot isn’t in that conversation, so it can’t see ${what}. Type /invite @Pinslot there and try again. Or save ${it === 'it' ? 'the file' : 'the files'} and add ${it} here.`,
  file_unseen_dm: (what, it) => `Pinslot can’t see files of direct messages. Save ${what} and add ${it} here.`,
} satisfies Record<UnseenFile, (what: string, it: 'it' | 'them') => string>

/** Which of these files Slack shows the app, and which it does not; of the others it did not say so in time. In real time. */
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
