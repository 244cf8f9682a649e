/** Shows how far an import is, as long as this process lives; "Refresh" on its card does the same. */
import type { ImportRef } from '../../../../blocks/imports/memory.js'
import type { Actor } from '../../../core/lib/actor.js'
import { SECOND_MS } from '../../../core/lib/duration.js'
import { readImport } from '../../../core/imports/store.js'
import type { SlackDeps } from '../../listener.js'

/** Often at first: most files are short. Slack takes one change of a message a second. */
const OFTEN = { everyMs: 1.5 * SECOND_MS, times: 40 }
const SELDOM = { everyMs: 10 * SECOND_MS, times: 360 }

type Following = { ref: ImportRef; actor: Actor; show: () => Promise<void> }

export function followImport(deps: SlackDeps, { ref, actor, show }: Following): void {
  const { accountId, importId = '' } = ref
  let shown = 0
  let turns = 0
  const look = async (): Promise<void> => {
    const { status, created, failed } = await readImport(deps, actor, { accountId, importId })
    const isOver = status === 'success' || status === 'failed'
    if (isOver || created + failed !== shown) await show()
    shown = created + failed
    if (!isOver) later()
  }
  const later = () => {
    turns++
    if (turns > OFTEN.times + SELDOM.times) return
    const waitMs = turns > OFTEN.times ? SELDOM.everyMs : OFTEN.everyMs
    setTimeout(() => {
      look().catch((error: unknown) => deps.log.info({ err: error, importId }, 'the progress of an import was not shown'))
    }, waitMs).unref()
  }
  later()
}
