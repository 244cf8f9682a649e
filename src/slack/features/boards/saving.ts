/** A form whose work leaves the process: done before Slack stops waiting it closes, later it says so and becomes its answer. */
import type { ModalView } from '@slack/types'
import { boardSavedView } from '../../../../blocks/boards/forms.js'
import { workingView } from '../../../../blocks/kit/working.js'
import { explain, type Explanation } from '../../reply/errors.js'
import type { SlackDeps, ViewArgs } from '../../listener.js'
import { ACK_TIMEOUT_MS, settlesWithin } from '../../forms/timeout.js'
import { showOrSend } from '../../reply/send-to-person.js'

type Saving<T> = {
  /** What it throws is in the words of the form. */
  work: Promise<T>
  /** What is being done, while it is. */
  working: string
  /** What was done. */
  banner: (result: T) => string
  /** That it was not, for who has closed the form meanwhile. */
  notDone: string
  /** The form as it was filled, with what was wrong. */
  again: (problem: Explanation, error: unknown) => Promise<ModalView>
  /** Whether this error is shown by the form opened again, though Slack could still show it under a field. */
  needsForm?: (error: unknown) => boolean
  /** Everywhere else it is to be seen. */
  after: (result: T) => Promise<void>
}

export async function saveFromForm<T>(deps: SlackDeps, args: ViewArgs, saving: Saving<T>): Promise<void> {
  const { view, client, context, ack } = args
  const { work, banner, again, notDone, needsForm, after } = saving
  const why = (error: unknown) => explain(deps, error, { callbackId: view.callback_id })
  const isQuick = await settlesWithin(work, ACK_TIMEOUT_MS)
  if (!isQuick) await ack({ response_action: 'update', view: workingView(view.title.text, saving.working) })
  const outcome = await settled(work)
  if (isQuick) {
    if ('result' in outcome) {
      await ack()
      return after(outcome.result)
    }
    if (!needsForm?.(outcome.error)) throw outcome.error // under its field
    return ack({ response_action: 'update', view: await again(why(outcome.error), outcome.error) })
  }
  const show = (answer: ModalView, sentence: string) =>
    showOrSend(deps, { client, slackUserId: context.slackUserId }, { viewId: view.id, view: answer, sentence })
  if ('error' in outcome) {
    const problem = why(outcome.error)
    return show(await again(problem, outcome.error), `${notDone} ${problem.sentence}`)
  }
  const sentence = banner(outcome.result)
  await show(boardSavedView(view.title.text, sentence), sentence)
  await after(outcome.result)
}

const settled = <T>(work: Promise<T>): Promise<{ result: T } | { error: unknown }> =>
  work.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
