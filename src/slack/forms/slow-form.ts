/**
 * Runs a form whose work may take longer than Slack waits. In time, it closes or shows its result or errors; late, it shows
 * progress and then the result, or sends a message to a person who has closed it.
 */
import type { ModalView } from '@slack/types'
import { doneView, noticeView } from '../../../blocks/kit/sentence.js'
import { workingView } from '../../../blocks/kit/working.js'
import type { ActionArgs, SlackDeps, ViewArgs } from '../listener.js'
import { explain, type Explanation } from '../reply/errors.js'
import { makeProgress } from '../reply/progress.js'
import { showOrSend } from '../reply/send-to-person.js'
import { showBelow } from './show-below.js'
import { settlesWithin } from '../../core/lib/timeout.js'

/** `sentence`: the message for a person who has closed the form; absent: another message covers it. */
export type SlowResult = { view: ModalView; sentence?: string }

/** Returns the same sentence for the form and the message. */
export const lateSentence =
  <T>({ title }: ViewArgs['view'], textOf: (result: T) => string) =>
  (result: T): SlowResult => ({ view: doneView(title.text, textOf(result)), sentence: textOf(result) })

export type SlowForm<T> = {
  /** Does the work; its errors are worded for the form. @param report shows another step of the work */
  work: (report: (sentence: string) => void) => Promise<T>
  /** The first step of the work. */
  working: string
  /** Title of the view that shows progress; default: the form's own. */
  title?: string
  /**
   * The view that replaces the form if `work` ends in time; default or undefined: it closes. `clear` also closes the forms
   * below.
   */
  inTime?: 'clear' | ((result: T) => ModalView | undefined)
  /** The view that replaces the progress view if `work` ends late; undefined: nothing to show. */
  late: (result: T) => SlowResult | undefined | Promise<SlowResult | undefined>
  /** The form with its values and errors. Default: only the sentence of the error. */
  again?: (problem: Explanation, error: unknown) => Promise<ModalView>
  /** True when the form must be shown again for this error, though Slack could still show the error under a field. */
  needsForm?: (error: unknown) => boolean
  /** The beginning of the message for a person who has closed the form; the reason follows. */
  notDone?: string
  /** The response url for that message; default: a direct message. */
  responseUrl?: string | undefined
  /** Refreshes other views that show the result. */
  after?: (result: T) => Promise<void>
}

/** @throws errors of `work` in time, except those that `needsForm` takes */
export async function slowForm<T>(deps: SlackDeps, args: ViewArgs, form: SlowForm<T>): Promise<void> {
  const { view, client, context, ack } = args
  const { title = view.title.text, inTime, late, again, needsForm, after } = form
  const working = (sentence: string) => workingView(title, sentence)
  const progress = makeProgress(form.working, async (sentence) => {
    await client.views.update({ view_id: view.id, view: working(sentence) }).catch((error: unknown) => {
      deps.log.debug({ err: error }, 'a form was closed before its work was done')
    })
  })
  const work = form.work((sentence) => progress.report(sentence))
  const problemOf = (error: unknown) => explain(deps, error, { callbackId: view.callback_id })
  if (await settlesWithin(work, deps.timeouts.formMs)) {
    const outcome = await outcomeOf(work)
    if ('error' in outcome) {
      const { error } = outcome
      if (!again || !needsForm?.(error)) throw error // under its field
      return ack({ response_action: 'update', view: await again(problemOf(error), error) })
    }
    const { result } = outcome
    if (inTime === 'clear') await ack({ response_action: 'clear' })
    else {
      const shown = inTime?.(result)
      await ack(shown && { response_action: 'update', view: shown })
    }
    return after?.(result)
  }
  await ack({ response_action: 'update', view: working(progress.sentence) })
  progress.start()
  const outcome = await outcomeOf(work)
  await progress.stop()
  const addressee = { client, slackUserId: context.slackUserId, responseUrl: form.responseUrl }
  const show = (last: SlowResult) => showOrSend(deps, addressee, { viewId: view.id, ...last })
  if ('error' in outcome) {
    const problem = problemOf(outcome.error)
    const last = again ? await again(problem, outcome.error) : noticeView(problem.sentence)
    return show({ view: last, sentence: [form.notDone, problem.sentence].filter(Boolean).join(' ') })
  }
  const last = await late(outcome.result)
  if (last) await show(last)
  await after?.(outcome.result)
}

type SlowButton<T> = {
  work: Promise<T>
  working: string
  result: (result: T) => Promise<Required<SlowResult>>
}

/** Does the same for a button whose form stays open. @throws errors of `work` */
export async function slowButton<T>(
  deps: SlackDeps,
  { body, client, context }: ActionArgs,
  { work, working, result }: SlowButton<T>,
): Promise<void> {
  const { view } = body
  if (!view) return
  if (!(await settlesWithin(work, deps.timeouts.formMs)))
    await showBelow(deps, client, view.id, workingView(view.title.text, working))
  const last = await result(await work)
  await showOrSend(deps, { client, slackUserId: context.slackUserId }, { viewId: view.id, ...last })
}

const outcomeOf = <T>(work: Promise<T>): Promise<{ result: T } | { error: unknown }> =>
  work.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
